package io.loadstone.plan.internal;

import io.loadstone.api.plan.InvalidPlanException;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.plan.PlanText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.snakeyaml.engine.v2.nodes.Node;

/** Plans as YAML 1.2, of which JSON is a part. */
@Component(service = PlanText.class)
public final class YamlPlanText implements PlanText {
  private static final String SCHEMA = "plan.schema.json";

  private final String schema;

  /** Loads the schema. */
  @Activate
  public YamlPlanText() {
    try (InputStream in = YamlPlanText.class.getResourceAsStream(SCHEMA)) {
      if (in == null) {
        throw new IllegalStateException("the bundle lacks its resource " + SCHEMA);
      }
      schema = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the bundle's resource " + SCHEMA + " cannot be read", e);
    }
  }

  @Override
  public Plan read(String text, String source, Map<String, String> overrides)
      throws InvalidPlanException {
    ProblemList problems = new ProblemList();
    Optional<Node> tree = YamlTree.compose(text, problems);
    problems.throwIfAny(source);
    if (tree.isEmpty() && overrides.isEmpty()) {
      problems.add(
          0,
          "",
          "the plan is empty; it needs at least \"targets\" and \"workloads\" or \"phases\"");
      problems.throwIfAny(source);
    }
    Node root = new Overrides(problems).apply(tree.orElseGet(Nodes::emptyMap), overrides);
    Plan plan = new PlanReader(problems).read(root);
    problems.throwIfAny(source);
    return plan;
  }

  @Override
  public String toYaml(Plan plan) {
    return PlanWriter.write(plan);
  }

  @Override
  public String schema() {
    return schema;
  }
}
