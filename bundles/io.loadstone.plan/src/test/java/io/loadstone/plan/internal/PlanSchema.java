package io.loadstone.plan.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** The published schema, as a validator of texts. */
final class PlanSchema {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(new YamlPlanText().schema());

  private PlanSchema() {}

  /** What the schema says against a plan in YAML or JSON; nothing if it is valid. */
  static List<String> complaints(String text) {
    LoadSettings settings = LoadSettings.builder().setSchema(new CoreSchema()).build();
    String readable = text.startsWith("{") ? text.replace('\t', ' ') : text;
    JsonNode plan = JSON.valueToTree(new Load(settings).loadFromString(readable));
    return SCHEMA.validate(plan).stream().map(Error::toString).toList();
  }
}
