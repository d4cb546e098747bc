package io.loadstone.report.internal;

import io.loadstone.api.result.ResultFormat;
import io.loadstone.api.result.RunResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.osgi.service.component.annotations.Component;

/**
 * The JSON Schema (2020-12) of what {@link JsonFormat} writes: published where its reader already
 * is, beside the result. The same text for every run; it is the resource {@value #RESOURCE} of this
 * bundle.
 */
@Component(service = ResultFormat.class, property = "loadstone.format=json-schema")
public final class JsonSchemaFormat implements ResultFormat {
  /** Beside this class. */
  static final String RESOURCE = "result-1.schema.json";

  @Override
  public String name() {
    return "json-schema";
  }

  @Override
  public String description() {
    return "The JSON Schema of the format json; the same for every run";
  }

  @Override
  public void write(RunResult result, Intervals intervals, Appendable out) throws IOException {
    try (InputStream in = JsonSchemaFormat.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new AssertionError(RESOURCE + " is not in the bundle");
      }
      out.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
