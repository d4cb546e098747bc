package io.loadstone.report.internal;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.loadstone.api.result.RunResult;
import java.util.List;

/** What a format wrote, read by strict others. */
final class ReadJson {
  /** One document and nothing behind it, no key twice. */
  static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  static final Schema SCHEMA =
      REGISTRY.getSchema(
          Samples.write(new JsonSchemaFormat(), Samples.rich(), Samples.NO_INTERVALS));

  private ReadJson() {}

  static JsonNode parse(RunResult result) throws Exception {
    return STRICT.readTree(Samples.write(new JsonFormat(), result, Samples.NO_INTERVALS));
  }

  static List<Error> validate(String text) {
    return SCHEMA.validate(text, InputFormat.JSON);
  }
}
