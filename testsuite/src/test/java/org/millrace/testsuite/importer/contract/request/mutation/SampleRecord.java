package org.millrace.testsuite.importer.contract.request.mutation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.millrace.testsuite.data.HashedPassword;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.fixture.AuthorizationSample;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.OrganizedRealm;
import org.millrace.testsuite.importer.fixture.References.Counted;

/**
 * A record of each type, with something of all that it may have. It names what {@link #prepare} has made, and nothing else.
 * Default groups and default client scopes are not among them: they change what later users and clients have.
 */
enum SampleRecord {
    CLIENT(
            "clients",
            List.of(
                    of("client e", "e.client_id", "e.id", "client"),
                    of("client e", "e.client_id", "e.id", "resource_server"),
                    of(ofClient("resource_server_policy"), "e.client_id", "p.id", "resource_server_policy"),
                    of(ofClient("resource_server_resource"), "e.client_id", "p.id", "resource_server_resource"),
                    of(
                            "client e JOIN user_entity u ON u.service_account_client_link = e.id",
                            "e.client_id",
                            "u.id",
                            "user_entity"))) {
        @Override
        String fields(String name) {
            Map<String, Object> client = AuthorizationSample.client(name);
            client.put("secret", "a secret");
            client.put("redirectUris", List.of("https://example.org/*"));
            client.put("attributes", Map.of("colour", "red"));
            client.put("authorizationSettings", AuthorizationSample.settings());
            return inside(client);
        }
    },
    AUTHORIZATION("", CLIENT.counted) {
        @Override
        List<String> before(String name) {
            Map<String, Object> client = AuthorizationSample.client(name);
            return List.of(CLIENT.typed(inside(client)));
        }

        @Override
        String fields(String name) {
            return inside(Map.of("clientId", name, "authorizationSettings", AuthorizationSample.settings()));
        }
    },
    ROLE("roles", List.of(of("keycloak_role e", "e.name", "e.id", "keycloak_role"))) {
        @Override
        String fields(String name) {
            return "\"name\":\"" + name + "\",\"description\":\"a role\",\"attributes\":{\"floor\":[\"1\",\"2\"]},"
                    + "\"composites\":{\"realm\":[\"customer\"],\"client\":{\"shop\":[\"buyer\"]}}";
        }
    },
    GROUP("groups", List.of(of("keycloak_group e", "e.name", "e.id", "keycloak_group"))) {
        @Override
        String fields(String name) {
            return "\"name\":\"" + name + "\",\"attributes\":{\"floor\":[\"1\",\"2\"]},\"realmRoles\":[\"customer\"],"
                    + "\"clientRoles\":{\"shop\":[\"buyer\"]},\"subGroups\":[{\"name\":\"below\","
                    + "\"attributes\":{\"floor\":[\"3\"]}}]";
        }
    },
    USER("users", List.of(of("user_entity e", "e.username", "e.id", "user_entity"))) {
        @Override
        String fields(String name) {
            return "\"username\":\"" + name + "\",\"email\":\"" + name
                    + "@example.org\",\"firstName\":\"First\",\"enabled\":true,"
                    + "\"createdTimestamp\":1700000000000,\"attributes\":{\"country\":[\"NL\"],\"customerNumber\":[\""
                    + name + "\"]},\"realmRoles\":[\"customer\"],\"groups\":[\"" + SampleRealm.GROUP
                    + "\"],\"credentials\":[" + PASSWORD.credential() + "]";
        }
    },
    ORGANIZATION(
            "organizations",
            List.of(of("org e", "e.alias", "e.id", "org"), of("org e", "e.alias", "e.group_id", "keycloak_group"))) {
        @Override
        String fields(String name) {
            return "\"name\":\"" + name + "\",\"alias\":\"" + name + "\",\"enabled\":true,\"domains\":[{\"name\":\""
                    + name + ".example\",\"verified\":true}],\"attributes\":{\"size\":[\"1\",\"2\"]},"
                    + "\"members\":[{\"username\":\"" + MEMBER + "\"}],\"groups\":[{\"name\":\"sales\"}]";
        }
    },
    DEPARTMENT("", GROUP.counted) {
        @Override
        String fields(String name) {
            return "\"organization\":\"" + ORGANIZED + "\",\"path\":\"/" + name
                    + "\",\"attributes\":{\"floor\":[\"1\",\"2\"]},\"members\":[\"" + MEMBER + "\"]";
        }
    },
    RESOURCE("", List.of(of("resource_server_resource e", "e.name", "e.id", "resource_server_resource"))) {
        @Override
        String fields(String name) {
            return "\"clientId\":\"" + GUARDED + "\",\"name\":\"" + name + "\",\"displayName\":\"A resource\","
                    + "\"uris\":[\"/a/*\",\"/b\"],\"scopes\":[{\"name\":\"read\"},{\"name\":\"write\"}],"
                    + "\"attributes\":{\"shelf\":[\"1\",\"2\"]},\"ownerManagedAccess\":true";
        }
    },
    CLIENT_SCOPE("clientScopes", List.of(of("client_scope e", "e.name", "e.id", "client_scope"))) {
        @Override
        String fields(String name) {
            return "\"name\":\"" + name + "\",\"description\":\"a scope\",\"protocol\":\"openid-connect\","
                    + "\"attributes\":{\"include.in.token.scope\":\"true\",\"gui.order\":\"7\"},\"protocolMappers\":[{"
                    + "\"name\":\"floor\",\"protocol\":\"openid-connect\",\"protocolMapper\":\"oidc-usermodel-attribute-mapper\","
                    + "\"config\":{\"user.attribute\":\"floor\",\"claim.name\":\"floor\",\"access.token.claim\":\"true\"}}]";
        }
    },
    SCOPE_MAPPING("", CLIENT_SCOPE.counted) {
        @Override
        List<String> before(String name) {
            return List.of(CLIENT_SCOPE.line(name));
        }

        @Override
        String fields(String name) {
            return "\"clientScope\":\"" + name + "\",\"roles\":[\"customer\"]";
        }
    },
    IDENTITY_PROVIDER(
            "identityProviders",
            List.of(of("identity_provider e", "e.provider_alias", "e.internal_id", "identity_provider"))) {
        @Override
        String fields(String name) {
            return "\"alias\":\"" + name + "\",\"providerId\":\"oidc\",\"enabled\":true,\"config\":{"
                    + "\"clientId\":\"millrace\",\"clientSecret\":\"a secret\",\"clientAuthMethod\":\"client_secret_post\","
                    + "\"tokenUrl\":\"https://idp.example.org/token\","
                    + "\"authorizationUrl\":\"https://idp.example.org/auth\"}";
        }
    },
    IDENTITY_PROVIDER_MAPPER(
            "",
            List.of(
                    of("identity_provider e", "e.provider_alias", "e.internal_id", "identity_provider"),
                    of(
                            "identity_provider e JOIN identity_provider_mapper m ON m.idp_alias = e.provider_alias",
                            "e.provider_alias",
                            "m.id",
                            "identity_provider_mapper"))) {
        @Override
        List<String> before(String name) {
            return List.of(IDENTITY_PROVIDER.line(name));
        }

        @Override
        String fields(String name) {
            return "\"identityProviderAlias\":\"" + name + "\",\"name\":\"" + name
                    + "\",\"identityProviderMapper\":\"hardcoded-attribute-idp-mapper\","
                    + "\"config\":{\"attribute\":\"floor\",\"attribute.value\":\"1\",\"syncMode\":\"INHERIT\"}";
        }
    };

    private static final String ORGANIZED = "organized";
    private static final String MEMBER = "member";
    private static final String GUARDED = "guarded";
    private static final HashedPassword PASSWORD = HashedPassword.of("millrace", 20_261_121);

    /** The same text each time: it is spoiled at places that go by a seed. */
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    private final String section;
    private final List<Counted> counted;

    SampleRecord(String section, List<Counted> counted) {
        this.section = section;
        this.counted = counted;
    }

    private static String ofClient(String table) {
        return "client e JOIN " + table + " p ON p.resource_server_id = e.id";
    }

    private static Counted of(String rows, String name, String id, String target) {
        return new Counted(rows, name, id, target);
    }

    /** Makes what the records name, in a realm of {@link SampleRealm}. */
    static void prepare(ImportRealm realm) {
        realm.admin().put(realm.base(), Map.of("organizationsEnabled", true)).ok();
        OrganizedRealm organized = new OrganizedRealm(realm);
        organized.member(organized.organization(ORGANIZED), MEMBER);
        Map<String, Object> client = AuthorizationSample.client(GUARDED);
        realm.admin().createClient(realm.name(), client);
    }

    /** The section of an export that it stands in; empty if in none. */
    String section() {
        return section;
    }

    /** Where to count what belongs to one. */
    List<Counted> counted() {
        return counted;
    }

    /** As records and outcomes name it. */
    String type() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Records that have to stand before it. */
    List<String> before(String name) {
        return List.of();
    }

    /** All but its type, without the braces. */
    abstract String fields(String name);

    /** As a line among records of other types. */
    String line(String name) {
        return typed(fields(name));
    }

    String typed(String fields) {
        return "{\"type\":\"" + type() + "\"," + fields + "}";
    }

    private static String inside(Map<String, ?> fields) {
        try {
            String json = JSON.writeValueAsString(fields);
            return json.substring(1, json.length() - 1);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
