package org.millrace.testsuite.importer.undo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Records of all types for one realm, from a seed: first those that exist, then those of a job, which changes about half of them and
 * creates as many new ones.
 *
 * @param records of the job
 */
record MixedImport(long seed, int records) {
    /** As OpenLDAP stores the word password. */
    private static final String HASH = "{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=";

    private static final List<String> ACTIONS = List.of("UPDATE_PASSWORD", "VERIFY_EMAIL", "UPDATE_PROFILE");

    private int clients() {
        return Math.max(4, records / 200);
    }

    private int roles() {
        return Math.max(6, records / 50);
    }

    private int groups() {
        return Math.max(6, records / 50);
    }

    private int organizations() {
        return Math.max(4, records / 500);
    }

    private int users() {
        return Math.max(20, records - clients() - 2 * roles() - groups() - organizations());
    }

    /** The records of what exists before the job. */
    List<ObjectNode> present() {
        return of(new Random(seed), 0, 2, false);
    }

    /** The records of a job: of each type the second half of what exists, and as many new ones. */
    List<ObjectNode> job() {
        return of(new Random(seed + 1), 1, 3, true);
    }

    /** All records from one quarter of the numbers to another, in the order of their dependencies. */
    private List<ObjectNode> of(Random random, int from, int to, boolean changed) {
        List<ObjectNode> all = new ArrayList<>();
        String version = changed ? "after" : "before";
        numbers(clients(), from, to).forEach(i -> all.add(client(i, version, random)));
        numbers(roles(), from, to).forEach(i -> all.add(role(i, version, random)));
        numbers(roles(), from, to).forEach(i -> all.add(clientRole(i, version, from)));
        numbers(groups(), from, to).forEach(i -> all.add(group(i, version, random, from)));
        numbers(users(), from, to).forEach(i -> all.add(user(i, version, random, from)));
        numbers(organizations(), from, to).forEach(i -> all.add(organization(i, version, random, from)));
        return all;
    }

    private static IntStream numbers(int count, int from, int to) {
        return IntStream.range(from * count / 2, to * count / 2);
    }

    /** A number of something that exists when a record is written. */
    private static int some(int count, int from, Random random) {
        return from * count / 2 + random.nextInt(Math.max(1, count / 2));
    }

    private static ObjectNode record(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }

    private static void attributes(ObjectNode record, String version, Random random) {
        ObjectNode attributes = record.putObject("attributes");
        attributes.putArray("version").add(version);
        ArrayNode numbers = attributes.putArray("number-" + random.nextInt(3));
        IntStream.range(0, 1 + random.nextInt(2)).forEach(i -> numbers.add(version + i));
    }

    private static ObjectNode client(int i, String version, Random random) {
        ObjectNode client = record("client")
                .put("clientId", "client-" + i)
                .put("name", version)
                .put("secret", "secret-" + version + i)
                .put("serviceAccountsEnabled", i % 2 == 0);
        client.putArray("redirectUris").add("https://" + version + ".example.org/" + random.nextInt(9) + "/*");
        client.putObject("attributes").put("version", version);
        return client;
    }

    private ObjectNode role(int i, String version, Random random) {
        ObjectNode role = record("role").put("name", "role-" + i).put("description", version);
        attributes(role, version, random);
        if (i % 3 == 2) {
            role.putObject("composites").putArray("realm").add("role-" + (i - 1 - random.nextInt(2)));
        }
        return role;
    }

    private ObjectNode clientRole(int i, String version, int from) {
        return record("role")
                .put("name", "role-" + i)
                .put("clientId", "client-" + (from * clients() / 2 + i % (clients() / 2)))
                .put("description", version);
    }

    private ObjectNode group(int i, String version, Random random, int from) {
        ObjectNode group = record("group").put("name", "group-" + i).put("description", version);
        attributes(group, version, random);
        group.putArray("realmRoles").add("role-" + some(roles(), from, random));
        if (i % 2 == 0) {
            ArrayNode below = group.putArray("subGroups");
            for (String name : new TreeSet<>(List.of("common", version))) {
                ObjectNode child = below.addObject().put("name", name);
                attributes(child, version, random);
                child.putArray("subGroups").addObject().put("name", version + "-leaf");
            }
        }
        return group;
    }

    private ObjectNode user(int i, String version, Random random, int from) {
        ObjectNode user = record("user")
                .put("username", "user-" + i)
                .put("email", "user-" + i + "@" + version + ".example.org")
                .put("firstName", version)
                .put("lastName", "Mixed")
                .put("enabled", random.nextInt(5) > 0)
                .put("emailVerified", random.nextBoolean());
        attributes(user, version, random);
        user.putArray("realmRoles").add("role-" + some(roles(), from, random));
        user.putArray("groups").add("/group-" + some(groups(), from, random));
        int role = some(roles(), from, random);
        user.putObject("clientRoles")
                .putArray("client-" + (from * clients() / 2 + role % (clients() / 2)))
                .add("role-" + role);
        if (random.nextInt(3) > 0) {
            user.putArray("credentials").addObject().put("type", "password").put("hash", HASH);
        }
        if (random.nextInt(4) == 0) {
            user.putArray("requiredActions").add(ACTIONS.get(random.nextInt(ACTIONS.size())));
        }
        return user;
    }

    private ObjectNode organization(int i, String version, Random random, int from) {
        ObjectNode organization = record("organization")
                .put("name", "org-" + i)
                .put("alias", "org-" + i)
                .put("description", version);
        attributes(organization, version, random);
        organization.putArray("domains").addObject().put("name", "org-" + i + ".example.org");
        ArrayNode members = organization.putArray("members");
        // Each user is a managed member of at most one organization.
        int share = users() / 2 / Math.max(1, organizations());
        int first = from * users() / 2 + i % Math.max(1, organizations()) * Math.max(1, share);
        IntStream.range(first, first + Math.min(5, share))
                .forEach(user -> members.addObject()
                        .put("username", "user-" + user)
                        .put("membershipType", from > 0 && user % 2 == 0 ? "MANAGED" : "UNMANAGED"));
        ObjectNode department = organization.putArray("groups").addObject().put("name", version);
        attributes(department, version, random);
        return organization;
    }
}
