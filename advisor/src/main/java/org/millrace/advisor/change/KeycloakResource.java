package org.millrace.advisor.change;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;

/** A fragment of the operator's Keycloak resource, as YAML. */
public final class KeycloakResource implements ChangeTarget {

    private static final Map<String, String> POOL = Map.of(
            "db-pool-initial-size", "poolInitialSize",
            "db-pool-min-size", "poolMinSize",
            "db-pool-max-size", "poolMaxSize");

    private static final String FRAGMENT =
            "# A fragment: merge it into your resource; lists such as additionalOptions and env "
                    + "replace those that are there.\n";

    private static final String JAVA_OPTIONS = "# add to what JAVA_OPTS_APPEND holds already\n";

    @Override
    public String name() {
        return "cr";
    }

    @Override
    public boolean takes(Step.Kind kind) {
        return switch (kind) {
            case OPTION, BUILD_OPTION, PROPERTY, JVM_OPTION, RESOURCE -> true;
            default -> false;
        };
    }

    @Override
    public String write(List<Step> steps) {
        String removed = steps.stream()
                .filter(step -> step.to() == null)
                .map(step -> "# remove: " + place(step) + "\n")
                .collect(Collectors.joining());
        List<Step> set = steps.stream().filter(step -> step.to() != null).toList();
        boolean java = set.stream().anyMatch(step -> step.kind() == Step.Kind.JVM_OPTION);
        return set.isEmpty() ? removed : FRAGMENT + (java ? JAVA_OPTIONS : "") + removed + yaml(document(set));
    }

    /** Quotes every text: a version, a switch or a time would otherwise be read as a value of another type. */
    private static String yaml(Map<String, Object> document) {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        options.setIndicatorIndent(2);
        options.setIndentWithIndicator(true);
        options.setSplitLines(false);
        return new Yaml(new QuotingRepresenter(options), options).dump(document);
    }

    private static final class QuotingRepresenter extends Representer {
        QuotingRepresenter(DumperOptions options) {
            super(options);
            representers.put(String.class, text -> representScalar(Tag.STR, (String) text, ScalarStyle.DOUBLE_QUOTED));
        }

        @Override
        protected Node representMapping(Tag tag, Map<?, ?> mapping, DumperOptions.FlowStyle style) {
            MappingNode node = (MappingNode) super.representMapping(tag, mapping, style);
            node.getValue().replaceAll(member -> new NodeTuple(plain(member.getKeyNode()), member.getValueNode()));
            return node;
        }

        private Node plain(Node key) {
            return representScalar(Tag.STR, ((ScalarNode) key).getValue(), ScalarStyle.PLAIN);
        }
    }

    private static String place(Step step) {
        return switch (step.kind()) {
            case RESOURCE -> "spec.resources." + step.name();
            case PROPERTY -> "env " + Environment.variable(step);
            case JVM_OPTION -> Environment.option(step, step.from()) + " from JAVA_OPTS_APPEND";
            default ->
                POOL.containsKey(step.name()) ? "spec.db." + POOL.get(step.name()) : "additionalOptions " + step.name();
        };
    }

    /** The same as maps and lists; all steps are to set something. */
    public static Map<String, Object> document(List<Step> steps) {
        Map<String, Object> spec = new LinkedHashMap<>();
        Map<String, Object> pool = new LinkedHashMap<>();
        List<Object> options = new ArrayList<>();
        List<Object> variables = new ArrayList<>();
        List<String> javaOptions = new ArrayList<>();
        Map<String, Object> resources = new LinkedHashMap<>();
        for (Step step : steps) {
            String to = Objects.requireNonNull(step.to());
            switch (step.kind()) {
                case RESOURCE -> addResource(resources, step.name(), to);
                case PROPERTY -> variables.add(pair(Environment.variable(step), to));
                case JVM_OPTION -> javaOptions.add(Environment.option(step, to));
                default -> {
                    if (POOL.containsKey(step.name())) {
                        pool.put(POOL.getOrDefault(step.name(), ""), Integer.parseInt(to));
                    } else {
                        options.add(pair(step.name(), to));
                    }
                }
            }
        }
        if (!javaOptions.isEmpty()) {
            variables.add(pair("JAVA_OPTS_APPEND", String.join(" ", javaOptions)));
        }
        putIfAny(spec, "db", pool);
        putIfAny(spec, "resources", resources);
        if (!options.isEmpty()) {
            spec.put("additionalOptions", options);
        }
        if (!variables.isEmpty()) {
            Map<String, Object> container = Map.of("env", variables);
            spec.put("unsupported", Map.of("podTemplate", Map.of("spec", Map.of("containers", List.of(container)))));
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("apiVersion", "k8s.keycloak.org/v2alpha1");
        document.put("kind", "Keycloak");
        document.put("metadata", Map.of("name", "keycloak"));
        document.put("spec", spec);
        return document;
    }

    /** {@code limits.cpu} to what is below {@code limits}. */
    @SuppressWarnings("unchecked")
    private static void addResource(Map<String, Object> resources, String name, String value) {
        String[] parts = name.split("\\.", 2);
        Map<String, Object> group =
                (Map<String, Object>) resources.computeIfAbsent(parts[0], each -> new LinkedHashMap<String, Object>());
        group.put(parts[1], value);
    }

    private static Map<String, Object> pair(String name, String value) {
        Map<String, Object> pair = new LinkedHashMap<>();
        pair.put("name", name);
        pair.put("value", value);
        return pair;
    }

    private static void putIfAny(Map<String, Object> spec, String name, Map<String, Object> members) {
        if (!members.isEmpty()) {
            spec.put(name, members);
        }
    }
}
