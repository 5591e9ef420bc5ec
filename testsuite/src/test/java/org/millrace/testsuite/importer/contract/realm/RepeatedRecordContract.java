package org.millrace.testsuite.importer.contract.realm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.millrace.testsuite.importer.fixture.AuthorizationSample;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.OrganizedRealm;

/** Several records of one entity have the same result in one chunk as in separate chunks. */
interface RepeatedRecordContract extends Importing {
    /** Types of records, one with few and one with many fields, and what Keycloak's own API shows of the entity. */
    enum Repeated {
        USER(
                "\"username\":\"%s\"",
                "\"email\":\"%s@example.org\",\"firstName\":\"First\",\"attributes\":{\"country\":[\"NL\"],\"interests\":"
                        + "[\"a\",\"b\"]},\"realmRoles\":[\"customer\"],\"clientRoles\":{\"shop\":[\"buyer\"]},"
                        + "\"groups\":[\"/customers\"],\"requiredActions\":[\"VERIFY_EMAIL\"]") {
            @Override
            List<JsonNode> stored(ImportRealm realm, String name) {
                return List.of(realm.user(name), realm.of(name, "role-mappings"), realm.of(name, "groups"));
            }
        },
        ROLE(
                "\"name\":\"%s\"",
                "\"description\":\"a role\",\"attributes\":{\"floor\":[\"1\"]},\"composites\":"
                        + "{\"realm\":[\"customer\"],\"client\":{\"shop\":[\"buyer\"]}}") {
            @Override
            List<JsonNode> stored(ImportRealm realm, String name) {
                return List.of(get(realm, "/roles/" + name), get(realm, "/roles/" + name + "/composites"));
            }
        },
        GROUP(
                "\"name\":\"%s\"",
                "\"description\":\"a group\",\"attributes\":{\"floor\":[\"1\"]},\"realmRoles\":[\"customer\"],"
                        + "\"clientRoles\":{\"shop\":[\"buyer\"]},\"subGroups\":[{\"name\":\"below\","
                        + "\"attributes\":{\"floor\":[\"2\"]},\"realmRoles\":[\"customer\"]}]") {
            @Override
            List<JsonNode> stored(ImportRealm realm, String name) {
                JsonNode group = get(realm, "/group-by-path/" + name);
                String path = "/groups/" + group.path("id").asText();
                return List.of(group, get(realm, path), get(realm, path + "/children?briefRepresentation=false"));
            }
        },
        CLIENT(
                "\"clientId\":\"%s\"",
                "\"name\":\"a client\",\"redirectUris\":[\"https://example.org/*\"],\"attributes\":{\"colour\":\"red\"},"
                        + "\"serviceAccountsEnabled\":true,\"defaultClientScopes\":[\"email\"],\"protocolMappers\":[{"
                        + "\"name\":\"floor\",\"protocol\":\"openid-connect\","
                        + "\"protocolMapper\":\"oidc-usermodel-attribute-mapper\",\"config\":{\"user.attribute\":\"floor\"}}]") {
            @Override
            List<JsonNode> stored(ImportRealm realm, String name) {
                return List.of(get(realm, "/clients?clientId=" + name));
            }
        },
        CLIENT_SCOPE(
                "\"name\":\"%s\",\"protocol\":\"openid-connect\"",
                "\"description\":\"a scope\",\"attributes\":{\"gui.order\":\"7\"},\"protocolMappers\":[{\"name\":\"floor\","
                        + "\"protocol\":\"openid-connect\",\"protocolMapper\":\"oidc-usermodel-attribute-mapper\","
                        + "\"config\":{\"user.attribute\":\"floor\"}}]") {
            @Override
            List<JsonNode> stored(ImportRealm realm, String name) {
                return named(get(realm, "/client-scopes"), "name", name);
            }
        },
        RESOURCE(
                "\"clientId\":\"" + Repeated.SERVER + "\",\"name\":\"%s\"",
                "\"displayName\":\"A resource\",\"uris\":[\"/a/*\",\"/b\"],\"scopes\":[{\"name\":\"read\"}],"
                        + "\"attributes\":{\"shelf\":[\"1\",\"2\"]},\"ownerManagedAccess\":true") {
            @Override
            List<JsonNode> stored(ImportRealm realm, String name) {
                String server = get(realm, "/clients?clientId=" + SERVER)
                        .path(0)
                        .path("id")
                        .asText();
                return List.of(get(
                        realm,
                        "/clients/" + server + "/authz/resource-server/resource?deep=true&exactName=true&name="
                                + name));
            }
        },
        ORGANIZATION(
                "\"name\":\"%s\",\"domains\":[{\"name\":\"%s.example\"}]",
                "\"description\":\"an organization\",\"attributes\":{\"size\":[\"1\"]},"
                        + "\"members\":[{\"username\":\"member\"}],\"groups\":[{\"name\":\"sales\"}]") {
            @Override
            List<JsonNode> stored(ImportRealm realm, String name) {
                String path = "/organizations/"
                        + get(realm, "/organizations?exact=true&search=" + name)
                                .path(0)
                                .path("id")
                                .asText();
                return List.of(get(realm, path), get(realm, path + "/members"), get(realm, path + "/groups"));
            }
        },
        IDENTITY_PROVIDER(
                "\"alias\":\"%s\",\"providerId\":\"oidc\",\"config\":{\"clientId\":\"millrace\","
                        + "\"tokenUrl\":\"https://idp.example.org/token\","
                        + "\"authorizationUrl\":\"https://idp.example.org/auth\"}",
                "\"displayName\":\"a provider\",\"trustEmail\":true,\"storeToken\":true") {
            @Override
            List<JsonNode> stored(ImportRealm realm, String name) {
                return List.of(get(realm, "/identity-provider/instances/" + name));
            }
        };

        static final String SERVER = "server";

        private static final Set<String> DIFFERENT = Set.of(
                "id",
                "_id",
                "containerId",
                "createdTimestamp",
                "client.secret.creation.time",
                "internalId",
                "secret",
                "parentId");

        private final String key;
        private final String more;

        Repeated(String key, String more) {
            this.key = key;
            this.more = more;
        }

        abstract List<JsonNode> stored(ImportRealm realm, String name);

        String little(String name) {
            return "{\"type\":\"" + name().toLowerCase(Locale.ROOT).replace('_', '-') + "\"," + key.replace("%s", name)
                    + "}";
        }

        String much(String name) {
            String little = little(name);
            return little.substring(0, little.length() - 1) + "," + more.replace("%s", name) + "}";
        }

        /** All but what differs between two entities with the same settings. */
        List<String> canonicalForm(ImportRealm realm, String name) {
            return stored(realm, name).stream()
                    .map(shown -> comparable(shown).toString().replace(name, "it"))
                    .toList();
        }

        private static JsonNode comparable(JsonNode node) {
            if (node.isObject()) {
                ObjectNode object = JSON.createObjectNode();
                node.properties().stream()
                        .filter(field -> !DIFFERENT.contains(field.getKey()))
                        .sorted(Map.Entry.comparingByKey())
                        .forEach(field -> object.set(field.getKey(), comparable(field.getValue())));
                return object;
            }
            if (node.isArray()) {
                ArrayNode array = JSON.createArrayNode();
                StreamSupport.stream(node.spliterator(), false)
                        .map(Repeated::comparable)
                        .sorted(Comparator.comparing(JsonNode::toString))
                        .forEach(array::add);
                return array;
            }
            return node;
        }

        private static JsonNode get(ImportRealm realm, String path) {
            return realm.admin().get(realm.base() + path).ok().json();
        }

        private static List<JsonNode> named(JsonNode all, String field, String name) {
            return StreamSupport.stream(all.spliterator(), false)
                    .filter(one -> one.path(field).asText().equals(name))
                    .toList();
        }
    }

    ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @EnumSource
    default void recordsOfOneEntityInOneChunkAreAppliedInOrder(Repeated type) {
        ImportRealm realm = ImportRealm.sample(server()).into("records");
        realm.admin().put(realm.base(), Map.of("organizationsEnabled", true)).ok();
        new OrganizedRealm(realm).user("member");
        realm.admin().createClient(realm.name(), AuthorizationSample.client(Repeated.SERVER));
        for (String onConflict : List.of("merge", "replace", "skip", "fail")) {
            for (String order : List.of("much little much little", "little much little much much", "much much")) {
                String together = unique("together-");
                String alone = unique("alone-");
                List<String> predicted = take(realm, onConflict + "&dryRun=true", 2, lines(type, order, alone));
                List<String> statuses = take(realm, onConflict, 1, lines(type, order, alone));
                List<String> canonicalForm = type.canonicalForm(realm, alone);

                assertThat(predicted)
                        .as("%s %s %s predicted", type, onConflict, order)
                        .isEqualTo(statuses);
                assertThat(take(realm, onConflict, 100, lines(type, order, together)))
                        .as("%s %s %s", type, onConflict, order)
                        .isEqualTo(statuses);
                assertThat(type.canonicalForm(realm, together))
                        .as("%s %s %s", type, onConflict, order)
                        .isEqualTo(canonicalForm);
                if (order.startsWith("little")) {
                    String inJob = unique("job-");
                    assertThat(takeInJob(realm, onConflict, lines(type, order, inJob)))
                            .as("%s %s %s in a job", type, onConflict, order)
                            .isEqualTo(statuses);
                    assertThat(type.canonicalForm(realm, inJob))
                            .as("%s %s %s in a job", type, onConflict, order)
                            .isEqualTo(canonicalForm);
                }

                assertThat(statuses).first().isEqualTo("created");
                boolean differs = onConflict.equals("replace") && order.contains("little")
                        || onConflict.equals("merge") && order.startsWith("little");
                assertThat(statuses.contains("updated")).isEqualTo(differs);
            }
        }
    }

    private static List<String> take(ImportRealm realm, String onConflict, int chunkSize, List<String> lines) {
        return realm.with("onConflict=" + onConflict + "&chunkSize=" + chunkSize)
                .take(lines)
                .statuses();
    }

    private static List<String> takeInJob(ImportRealm realm, String onConflict, List<String> lines) {
        ImportJob job = ImportJob.create(realm, Map.of("onConflict", onConflict))
                .with(1, lines)
                .started();
        job.finished();
        return ImportJob.texts(job.outcomes(), "status");
    }

    private static List<String> lines(Repeated type, String order, String name) {
        return Stream.of(order.split(" "))
                .map(amount -> amount.equals("much") ? type.much(name) : type.little(name))
                .toList();
    }
}
