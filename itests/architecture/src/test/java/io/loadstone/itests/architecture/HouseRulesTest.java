package io.loadstone.itests.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.lang.foreign.Linker;
import org.junit.jupiter.api.Test;

/** The arrows of docs/architecture.md, held against the built classes. */
class HouseRulesTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.loadstone");

  private static final String API = "io.loadstone.api..";
  private static final String LINUX = "io.loadstone.linux..";

  // Engines with their targets in one, and what they share.
  private static final String[] PROTOCOLS = {
    "io.loadstone.iscsi..", "io.loadstone.nbd..", "io.loadstone.nfs..", "io.loadstone.servers.."
  };

  private static final DescribedPredicate<JavaClass> OURS =
      describe("ours", c -> c.getPackageName().startsWith("io.loadstone."));

  @Test
  void theApiDependsOnNothingButTheJdkAndAnnotations() {
    classes()
        .that()
        .resideInAPackage(API)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            API, "java..", "javax.management..", "org.osgi.annotation..", "org.jspecify..")
        .check(CLASSES);
  }

  @Test
  void theApiHasNoCycleBetweenItsPackages() {
    slices().matching("io.loadstone.api.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void arrowsBetweenBundlesGoDownOnly() {
    classes()
        .that(OURS)
        .should(
            new ArchCondition<JavaClass>(
                "depend on their own bundle, the api, linux and servers only") {
              @Override
              public void check(JavaClass origin, ConditionEvents events) {
                origin.getDirectDependenciesFromSelf().stream()
                    .filter(d -> OURS.test(d.getTargetClass()))
                    .filter(d -> !allowed(origin, d.getTargetClass()))
                    .forEach(
                        d -> events.add(SimpleConditionEvent.violated(origin, d.getDescription())));
              }
            })
        .check(CLASSES);
  }

  @Test
  void onlyTheLinuxBundleHasALinker() {
    noClasses()
        .that()
        .resideOutsideOfPackage(LINUX)
        .should()
        .dependOnClassesThat()
        .areAssignableTo(Linker.class)
        .check(CLASSES);
  }

  @Test
  void linuxIsForEnginesAndTargets() {
    noClasses()
        .that(
            resideInAPackage("io.loadstone..")
                .and(
                    DescribedPredicate.not(
                        resideInAnyPackage(LINUX, "io.loadstone.engine..", "io.loadstone.target..")
                            .or(resideInAnyPackage(PROTOCOLS)))))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(LINUX)
        .check(CLASSES);
  }

  @Test
  void noBundleEndsTheJvmOrPrints() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "io.loadstone.cli..", "io.loadstone.launcher..", "io.loadstone.shell..")
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .because("output goes to the log, and only the framework ends the agent")
        .check(CLASSES);
  }

  /** B005: no number of the api leaves its reader to guess the unit. */
  @Test
  void everyQuantityOfTheApiHasItsUnitInItsName() {
    fields()
        .that()
        .areDeclaredInClassesThat(
            resideInAPackage(API).and(describe("are records", JavaClass::isRecord)))
        .and(NUMBER)
        .should(nameAUnit())
        .check(CLASSES);
    methods()
        .that()
        .areDeclaredInClassesThat()
        .haveSimpleNameEndingWith("MXBean")
        .and()
        .haveNameStartingWith("get")
        .and(describe("give a number", m -> isNumber(m.getRawReturnType())))
        .should(nameAUnit())
        .check(CLASSES);
  }

  private static final DescribedPredicate<JavaField> NUMBER =
      describe("are numbers", f -> isNumber(f.getRawType()));

  private static boolean isNumber(JavaClass type) {
    return type.isEquivalentTo(long.class)
        || type.isEquivalentTo(int.class)
        || type.isEquivalentTo(double.class);
  }

  private static <M extends JavaMember> ArchCondition<M> nameAUnit() {
    return new ArchCondition<>("have their unit in their name") {
      @Override
      public void check(M member, ConditionEvents events) {
        String name = member.getName();
        boolean quantity =
            name.matches(
                ".*([tT]ime|[lL]atency|[dD]uration|[dD]elay|[sS]ize|[mM]emory|[bB]andwidth|[sS]peed"
                    + "|[tT]hroughput|[rR]ate|[mM]bps|[mMkK]ib).*"
                    + "|(get)?([mM]ean|[mM]in|[mM]ax|[pP]\\d+|[sS]tddev|[lL]ength)([A-Z].*)?");
        boolean unit =
            name.matches(
                ".*(Ns|Ms|Seconds|[bB]ytes|PerSecond|PerOperation|Percent|PercentOfOneCore)");
        if (quantity && !unit) {
          events.add(SimpleConditionEvent.violated(member, member.getFullName() + " has no unit"));
        }
      }
    };
  }

  private static boolean allowed(JavaClass from, JavaClass to) {
    String target = bundle(to);
    return target.equals(bundle(from))
        || target.equals("io.loadstone.api")
        || target.equals("io.loadstone.linux")
        || target.equals("io.loadstone.servers");
  }

  /** The bundle is the package up to {@code internal}; api and linux export all of theirs. */
  private static String bundle(JavaClass type) {
    String name = type.getPackageName();
    if (name.startsWith("io.loadstone.api")) {
      return "io.loadstone.api";
    }
    if (name.startsWith("io.loadstone.linux")) {
      return "io.loadstone.linux";
    }
    int internal = name.indexOf(".internal");
    return internal < 0 ? name : name.substring(0, internal);
  }
}
