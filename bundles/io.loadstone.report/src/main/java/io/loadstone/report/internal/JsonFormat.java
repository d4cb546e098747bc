package io.loadstone.report.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import io.loadstone.api.result.ResultFormat;
import io.loadstone.api.result.RunResult;
import java.io.IOException;
import org.osgi.service.component.annotations.Component;

/** The result as one JSON document; {@link JsonSchemaFormat} describes it. */
@Component(service = ResultFormat.class, property = "loadstone.format=json")
public final class JsonFormat implements ResultFormat {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          // What broke off in the middle must not look whole.
          .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .build();
  private static final DefaultIndenter INDENTER = new DefaultIndenter("  ", "\n");
  private static final DefaultPrettyPrinter PRINTER =
      new DefaultPrettyPrinter(
              Separators.createDefaultInstance()
                  .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                  .withObjectEmptySeparator("")
                  .withArrayEmptySeparator(""))
          .withObjectIndenter(INDENTER)
          .withArrayIndenter(INDENTER);

  @Override
  public String name() {
    return "json";
  }

  @Override
  public String description() {
    return "The whole result as JSON, described by the format json-schema";
  }

  @Override
  public void write(RunResult result, Intervals intervals, Appendable out) throws IOException {
    try (JsonGenerator json = FACTORY.createGenerator(new AppendableWriter(out))) {
      // A pretty printer counts nesting, so each document needs its own.
      json.setPrettyPrinter(PRINTER.createInstance());
      new ResultJson(json).write(result);
    }
    out.append('\n');
  }
}
