package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;

/** A realm with clients and organizations, and the associations of its users. */
interface ImportingAssociations extends Importing {
    default ImportRealm realmWithAssociations() {
        return realm(Map.of(
                "organizationsEnabled",
                true,
                "clientScopes",
                List.of(
                        Map.of("name", "orders", "protocol", "openid-connect"),
                        Map.of("name", "addresses", "protocol", "openid-connect")),
                "clients",
                List.of(
                        Map.of("clientId", "shop", "publicClient", true, "consentRequired", true),
                        Map.of("clientId", "robot", "secret", "oil", "serviceAccountsEnabled", true)),
                "organizations",
                List.of(
                        Map.of(
                                "name",
                                "Acme",
                                "alias",
                                "acme",
                                "groups",
                                List.of(Map.of("name", "sales", "subGroups", List.of(Map.of("name", "north"))))),
                        Map.of("name", "Other", "alias", "other"))));
    }

    static JsonNode organization(ImportRealm realm, String alias) {
        for (JsonNode organization :
                realm.admin().get(realm.base() + "/organizations").ok().json()) {
            if (organization.path("alias").asText().equals(alias)) {
                return organization;
            }
        }
        throw new AssertionError("there is no organization " + alias);
    }

    static JsonNode below(ImportRealm realm, String alias, String path) {
        String id = organization(realm, alias).path("id").asText();
        return realm.admin()
                .get(realm.base() + "/organizations/" + id + "/" + path)
                .ok()
                .json();
    }

    static void deleteUser(ImportRealm realm, String username) {
        realm.admin()
                .delete(realm.base() + "/users/"
                        + realm.user(username).path("id").asText())
                .ok();
    }

    static List<String> consents(ImportRealm realm) {
        List<String> consents = new ArrayList<>();
        for (JsonNode consent : realm.of("tied", "consents")) {
            List<String> scopes = new ArrayList<>();
            consent.path("grantedClientScopes").forEach(scope -> scopes.add(scope.asText()));
            scopes.sort(null);
            consents.add(consent.path("clientId").asText() + " " + scopes);
        }
        consents.sort(null);
        return consents;
    }

    static List<String> memberships(ImportRealm realm) {
        String id = realm.user("tied").path("id").asText();
        List<String> memberships = new ArrayList<>();
        for (String alias : List.of("acme", "other")) {
            for (JsonNode member : below(realm, alias, "members")) {
                assertThat(member.path("id").asText()).isEqualTo(id);
                List<String> groups =
                        below(realm, alias, "members/" + id + "/groups").findValuesAsText("name");
                memberships.add(alias + " " + member.path("membershipType").asText() + " "
                        + groups.stream().sorted().toList());
            }
            assertThat(below(realm, alias, "members/count").asInt())
                    .isEqualTo(below(realm, alias, "members").size());
        }
        return memberships;
    }
}
