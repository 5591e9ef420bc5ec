package org.millrace.testsuite.importer.fault;

import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.millrace.testsuite.importer.contract.realm.WholeGraph;
import org.millrace.testsuite.importer.fixture.ClientRealm;

/** A {@link WholeGraph}, with what is composed of its parts, and with records at fault among those of each type. */
final class FaultyGraph {
    private static final WholeGraph GRAPH = new WholeGraph(20);

    private static final Policy BY_ROLE = new Policy("role", "\"roles\":\"[{\\\"id\\\":\\\"role0\\\"}]\"");
    private static final Policy BY_GROUP = new Policy("group", "\"groups\":\"[{\\\"path\\\":\\\"/family0\\\"}]\"");

    /** One of this number of lines follows an invalid one. */
    private static final int FAULTS = 7;

    private final SplittableRandom random;
    private final JobInput input = JobInput.of("records");

    private FaultyGraph(SplittableRandom random) {
        this.random = random;
    }

    static JobInput of(SplittableRandom random) {
        FaultyGraph graph = new FaultyGraph(random);
        String type = "client";
        for (String line : GRAPH.lines().toList()) {
            String next = ClientRealm.tree(line).path("type").asText();
            if (!next.equals(type)) {
                graph.addComposed(type);
            }
            type = next;
            if (random.nextInt(FAULTS) == 0 && !graph.input.lines().isEmpty()) {
                graph.addFaulty(type);
            }
            graph.input.add(line, "created");
        }
        graph.addComposed(type);
        return graph.input;
    }

    /** What builds on all records of a type. */
    private void addComposed(String type) {
        switch (type) {
            case "role" ->
                input.add(
                        "{\"type\":\"role\",\"name\":\"whole\",\"composites\":{\"realm\":[\"role0\"],"
                                + "\"client\":{\"client3\":[\"role3\"]}}}",
                        "created");
            case "group" -> {
                input.add(
                        "{\"type\":\"group\",\"path\":\"/family0/mapped\",\"realmRoles\":[\"role0\",\"whole\"]}",
                        "created");
                for (int i = 0; i < GRAPH.clients(); i++) {
                    input.add(
                            "{\"type\":\"authorization\"," + guarded(WholeGraph.client(i), BY_ROLE, BY_GROUP) + "}",
                            "updated");
                }
            }
            case "user" ->
                input.add(
                        "{\"type\":\"department\",\"organization\":\"" + GRAPH.organization(0)
                                + "\",\"path\":\"/late\",\"members\":[\"user0\"]}",
                        "created");
            default -> {}
        }
    }

    /** A policy of a client; it goes by its kind. */
    private record Policy(String kind, String config) {
        private String json() {
            return "{\"name\":\"" + name() + "\",\"type\":\"" + kind + "\",\"config\":{" + config + "}}";
        }

        private String name() {
            return "by " + kind;
        }
    }

    /** A client whose settings name what is elsewhere, and each other. */
    private static String guarded(String clientId, Policy... policies) {
        String defined = Stream.of(policies).map(policy -> policy.json() + ",").collect(Collectors.joining());
        String applied = Stream.of(policies)
                .map(policy -> "\\\"" + policy.name() + "\\\"")
                .collect(Collectors.joining(","));
        return "\"clientId\":\"" + clientId
                + "\",\"serviceAccountsEnabled\":true,\"authorizationServicesEnabled\":true,"
                + "\"authorizationSettings\":{\"scopes\":[{\"name\":\"view\"}],"
                + "\"resources\":[{\"name\":\"documents\",\"scopes\":[{\"name\":\"view\"}]}],\"policies\":["
                + defined + "{\"name\":\"of documents\",\"type\":\"resource\",\"config\":{"
                + "\"resources\":\"[\\\"documents\\\"]\",\"applyPolicies\":\"[" + applied + "]\"}}]}";
    }

    /** Text that is no record, a record that was there already, or one that names what is nowhere. */
    private void addFaulty(String type) {
        String name = "faulty" + input.lines().size();
        String line = switch (random.nextInt(4)) {
            case 0 -> "no json " + name;
            case 1 -> input.lines().get(random.nextInt(input.lines().size()));
            default -> "{\"type\":\"" + type + "\"," + lost(type, name) + "}";
        };
        input.add(line, "rejected");
    }

    private static String lost(String type, String name) {
        return switch (type) {
            // Keycloak finds out when most of the client is made.
            case "client" -> guarded(name, new Policy("user", "\"users\":\"[\\\"missing\\\"]\""));
            case "role" -> "\"name\":\"" + name + "\",\"composites\":{\"realm\":[\"nowhere\"]}";
            case "group" -> "\"path\":\"/nowhere/" + name + "\"";
            case "resource" -> "\"clientId\":\"nowhere\",\"name\":\"" + name + "\"";
            case "organization" -> "\"name\":\"" + name + "\",\"members\":[{\"username\":\"missing\"}]";
            case "department" ->
                "\"organization\":\"" + GRAPH.organization(0) + "\",\"path\":\"/" + name
                        + "\",\"members\":[\"missing\"]";
            default -> "\"username\":\"" + name + "\",\"groups\":[\"/family0\",\"/nowhere\"]";
        };
    }
}
