package io.loadstone.report.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the schema allows, and what it misses. */
class JsonSchemaTest {
  @Test
  void everyResultFitsTheSchema() throws Exception {
    for (int seed = 0; seed < 300; seed++) {
      String text =
          Samples.write(new JsonFormat(), RandomResults.of(new Random(seed)), Samples.NO_INTERVALS);
      ReadJson.STRICT.readTree(text);
      assertThat(ReadJson.validate(text)).as("seed %d", seed).isEmpty();
    }
  }

  @Test
  void theSchemaMissesEveryKeyThatIsTakenAway() throws Exception {
    JsonNode whole = ReadJson.parse(Samples.rich());
    List<String> objects = new ArrayList<>();
    collect(whole, "", objects);
    int taken = 0;
    for (String path : objects) {
      for (var member : whole.at(path).properties()) {
        if (path.equals("/run/labels")) {
          continue;
        }
        JsonNode copy = whole.deepCopy();
        ((ObjectNode) copy.at(path)).remove(member.getKey());
        assertThat(ReadJson.SCHEMA.validate(copy))
            .as("without %s/%s", path, member.getKey())
            .isNotEmpty();
        taken++;
      }
    }
    assertThat(taken).isGreaterThan(200);
  }

  @Test
  void theSchemaIsAValidOneOfTheYear2020() {
    Schema dialect =
        ReadJson.REGISTRY.getSchema(
            SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));

    assertThat(
            dialect.validate(
                Samples.write(new JsonSchemaFormat(), Samples.rich(), Samples.NO_INTERVALS),
                InputFormat.JSON))
        .isEmpty();
  }

  @Test
  void theSchemaRefusesALatencyOfNothing() throws Exception {
    JsonNode json = ReadJson.parse(Samples.rich());
    ((ObjectNode) json.at("/steps/1/read/responseTimeNs")).put("p99", 0);

    assertThat(ReadJson.SCHEMA.validate(json)).isNotEmpty();
  }

  private static void collect(JsonNode node, String path, List<String> objects) {
    if (node instanceof ObjectNode object) {
      objects.add(path);
      for (var member : object.properties()) {
        collect(member.getValue(), path + "/" + member.getKey(), objects);
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        collect(array.get(i), path + "/" + i, objects);
      }
    }
  }
}
