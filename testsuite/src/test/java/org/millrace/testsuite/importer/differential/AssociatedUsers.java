package org.millrace.testsuite.importer.differential;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/**
 * Users with associations with clients and organizations, and their realm: empty, or with the same users, written by Keycloak's
 * own realm import, which is Keycloak's only call that takes all of these associations.
 */
public record AssociatedUsers(List<UserLine> users) {
    private static final long SEED = 20_260_702;
    private static final List<String> SCOPES = List.of("orders", "addresses", "degree");
    private static final List<String> ORGANIZATIONS = List.of("acme", "other");
    private static final List<String> GROUPS = List.of("/sales", "/sales/north");

    /** A member of an organization, in groups of these paths. */
    private record Member(String username, String type, List<String> groups) {
        /** Keycloak's import knows groups of organizations by their ids. */
        private Map<String, Object> representation(Map<String, String> ids) {
            List<String> groupIds =
                    groups.stream().map(path -> ids.getOrDefault(path, "")).toList();
            return Map.of("username", username, "membershipType", type, "groups", groupIds);
        }
    }

    /** The same users for each call. */
    public static AssociatedUsers of(int count) {
        return new AssociatedUsers(
                IntStream.range(0, count).mapToObj(AssociatedUsers::user).toList());
    }

    /** A new realm without users. */
    ImportRealm withoutUsers(ImportRealm any) {
        ImportRealm realm = any.renamed();
        create(realm, Map.of(), List.of());
        return realm;
    }

    /** A new realm with these users, written by Keycloak. */
    public ImportRealm withUsers(ImportRealm any) {
        ImportRealm realm = any.renamed();
        List<Map<String, Object>> representations = new ArrayList<>();
        Map<String, List<Member>> members = new HashMap<>();
        for (UserLine user : users) {
            Map<String, Object> representation = user.fields();
            String id = UUID.randomUUID().toString();
            representation.put("id", id);
            representation.put("realmRoles", List.of(realm.defaultRole()));
            user.json().path("organizations").forEach(membership -> {
                List<String> groups = new ArrayList<>();
                membership.path("groups").forEach(path -> groups.add(path.asText()));
                members.computeIfAbsent(membership.path("alias").asText(), alias -> new ArrayList<>())
                        .add(new Member(
                                user.username(),
                                membership.path("membershipType").asText("UNMANAGED"),
                                groups));
            });
            representation.remove("organizations");
            if (representation.get("issuedVerifiableCredentials") instanceof List<?> issued) {
                representation.put(
                        "issuedVerifiableCredentials",
                        issued.stream()
                                .map(one -> withUser((Map<?, ?>) one, id))
                                .toList());
            }
            representations.add(representation);
        }
        create(realm, members, representations);
        return realm;
    }

    private static Map<Object, Object> withUser(Map<?, ?> issued, String id) {
        Map<Object, Object> with = new HashMap<>(issued);
        with.put("userId", id);
        return with;
    }

    private void create(
            ImportRealm realm, Map<String, List<Member>> members, List<Map<String, Object>> representations) {
        List<Object> clients = new ArrayList<>();
        clients.add(Map.of("clientId", "shop", "publicClient", true));
        for (UserLine user : users) {
            if (user.json().has("serviceAccountClientId")) {
                clients.add(Map.of(
                        "clientId", user.json().path("serviceAccountClientId").asText()));
            }
        }
        List<Object> organizations = new ArrayList<>();
        for (String alias : ORGANIZATIONS) {
            Map<String, String> ids = Map.of(
                    "/sales",
                    UUID.randomUUID().toString(),
                    "/sales/north",
                    UUID.randomUUID().toString());
            organizations.add(Map.of(
                    "name",
                    alias,
                    "alias",
                    alias,
                    "groups",
                    List.of(Map.of(
                            "id",
                            ids.getOrDefault("/sales", ""),
                            "name",
                            "sales",
                            "subGroups",
                            List.of(Map.of("id", ids.getOrDefault("/sales/north", ""), "name", "north")))),
                    "members",
                    members.getOrDefault(alias, List.of()).stream()
                            .map(member -> member.representation(ids))
                            .toList()));
        }
        AdminClient admin = realm.admin();
        admin.createRealm(
                realm.name(),
                Map.of(
                        "organizationsEnabled",
                        true,
                        "clientScopes",
                        SCOPES.stream()
                                .map(name -> Map.of("name", name, "protocol", "openid-connect"))
                                .toList(),
                        "clients",
                        clients,
                        "organizations",
                        organizations,
                        "users",
                        representations));
    }

    private static UserLine user(int number) {
        SplittableRandom random = new SplittableRandom(SEED + number);
        UserLine user = UserLine.named("tied-" + number);
        if (random.nextInt(4) > 0) {
            user = user.with("email", "tied-" + number + "@example.org").with("firstName", "Tied");
        }
        if (random.nextInt(5) == 0) {
            user = user.with("serviceAccountClientId", "robot-" + number);
        }
        if (random.nextBoolean()) {
            user = user.with("clientConsents", consents(random));
        }
        if (random.nextInt(3) > 0) {
            user = user.with("organizations", memberships(random));
        }
        return random.nextInt(3) == 0 ? verifiable(user, random) : user;
    }

    private static List<Object> consents(SplittableRandom random) {
        List<Object> consents = new ArrayList<>();
        consents.add(Map.of(
                "clientId", "shop", "grantedClientScopes", some(SCOPES, random), "createdDate", 1_500_000_000_000L));
        if (random.nextBoolean()) {
            consents.add(Map.of("clientId", "account", "grantedClientScopes", List.of("orders", "shop")));
        }
        return consents;
    }

    /** Keycloak's import makes every membership UNMANAGED where its cache of users is on, so there are no others. */
    private static List<Object> memberships(SplittableRandom random) {
        List<Object> memberships = new ArrayList<>();
        for (String alias : some(ORGANIZATIONS, random)) {
            memberships.add(Map.of("alias", alias, "membershipType", "UNMANAGED", "groups", some(GROUPS, random)));
        }
        return memberships;
    }

    private static UserLine verifiable(UserLine user, SplittableRandom random) {
        Map<String, Object> full = Map.of(
                "credentialScopeName",
                "degree",
                "revision",
                "r-" + random.nextInt(100),
                "createdDate",
                1_600_000_000_000L,
                "updatedDate",
                1_600_000_000_001L,
                "userAttributes",
                Map.of("grade", List.of("A", "Bé")));
        Map<String, Object> bare = Map.of("credentialScopeName", "degree", "revision", "first");
        Map<String, Object> issued = Map.of(
                "credentialType", "degree", "issuedAt", 1_650_000_000_000L, "clientId", new UUID(0, 1).toString());
        UserLine with = user.with("verifiableCredentials", List.of(random.nextBoolean() ? full : bare));
        return random.nextBoolean() ? with.with("issuedVerifiableCredentials", List.of(issued)) : with;
    }

    private static List<String> some(List<String> all, SplittableRandom random) {
        return all.stream().filter(each -> random.nextBoolean()).toList();
    }
}
