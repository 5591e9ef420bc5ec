package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Associations of a user with clients and organizations are imported, with the caller's permission to grant them. */
public interface AssociationsContract extends Importing {
    private ImportRealm realmWithAssociations() {
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

    private static JsonNode organization(ImportRealm realm, String alias) {
        for (JsonNode organization :
                realm.admin().get(realm.base() + "/organizations").ok().json()) {
            if (organization.path("alias").asText().equals(alias)) {
                return organization;
            }
        }
        throw new AssertionError("there is no organization " + alias);
    }

    private static JsonNode below(ImportRealm realm, String alias, String path) {
        String id = organization(realm, alias).path("id").asText();
        return realm.admin()
                .get(realm.base() + "/organizations/" + id + "/" + path)
                .ok()
                .json();
    }

    private static void deleteUser(ImportRealm realm, String username) {
        realm.admin()
                .delete(realm.base() + "/users/"
                        + realm.user(username).path("id").asText())
                .ok();
    }

    @Test
    default void consentsAreKept() {
        ImportRealm realm = realmWithAssociations();
        UserLine user = UserLine.named("someone")
                .with(
                        "clientConsents",
                        List.of(
                                Map.of("clientId", "shop", "grantedClientScopes", List.of("orders", "addresses")),
                                Map.of("clientId", "robot", "grantedClientScopes", List.of("shop"))));

        realm.take(user);

        JsonNode consents = realm.of("someone", "consents");
        assertThat(consents.findValuesAsText("clientId")).containsExactlyInAnyOrder("shop", "robot");
        for (JsonNode consent : consents) {
            boolean toShop = consent.path("clientId").asText().equals("shop");
            assertThat(consent.path("grantedClientScopes"))
                    .extracting(JsonNode::asText)
                    .containsExactlyInAnyOrder(toShop ? new String[] {"orders", "addresses"} : new String[] {"shop"});
        }
    }

    @Test
    default void aConsentWithoutAnExistingClientOrScopeIsRejected() {
        ImportRealm realm = realmWithAssociations();
        UserLine user = UserLine.named("someone")
                .with(
                        "clientConsents",
                        List.of(
                                Map.of("clientId", "nowhere"),
                                Map.of("clientId", "shop", "grantedClientScopes", List.of("secrets")),
                                Map.of("clientId", "shop")));

        JsonNode outcome = realm.take(user).single();

        assertThat(ImportAnswer.problems(outcome))
                .containsExactlyInAnyOrder("unknown-client", "unknown-client-scope", "invalid-consent");
        assertThat(outcome.path("problems").findValuesAsText("field"))
                .containsExactlyInAnyOrder(
                        "clientConsents[0].clientId", "clientConsents[1].grantedClientScopes", "clientConsents[2]");
    }

    @Test
    default void theServiceAccountOfAClientIsTheUserWhomTheRecordSays() {
        ImportRealm realm = realmWithAssociations();
        deleteUser(realm, "service-account-robot");
        UserLine account = UserLine.named("service-account-robot").with("serviceAccountClientId", "robot");
        UserLine rival = UserLine.named("rival").with("serviceAccountClientId", "robot");

        ImportAnswer answer = realm.take(account, rival);
        ImportAnswer later = realm.take(rival);

        assertThat(answer.statuses()).containsExactly("created", "rejected");
        assertThat(ImportAnswer.problems(answer.line(2))).containsExactly("service-account-exists");
        assertThat(ImportAnswer.problems(later.single())).containsExactly("service-account-exists");
        String client = realm.admin()
                .get(realm.base() + "/clients?clientId=robot")
                .ok()
                .json()
                .path(0)
                .path("id")
                .asText();
        assertThat(realm.admin()
                        .get(realm.base() + "/clients/" + client + "/service-account-user")
                        .ok()
                        .json()
                        .path("id"))
                .isEqualTo(answer.line(1).path("id"));
        assertThat(AccessToken.by(
                                Map.of(
                                        "grant_type",
                                        "client_credentials",
                                        "client_id",
                                        "robot",
                                        "client_secret",
                                        "oil"),
                                server().node(),
                                realm.name())
                        .request()
                        .status())
                .isEqualTo(200);
    }

    @Test
    default void ofAServiceAccountTheProfileAsksLess() {
        ImportRealm realm = realm(Map.of(
                "registrationEmailAsUsername",
                true,
                "clients",
                List.of(Map.of("clientId", "robot", "serviceAccountsEnabled", false))));
        UserLine account = UserLine.named("Service-Account-Robot")
                .with("serviceAccountClientId", "robot")
                .attribute("not-in-the-profile", "but", "kept");

        ImportAnswer answer = realm.take(account, UserLine.named("person"));

        assertThat(answer.statuses()).containsExactly("created", "rejected");
        assertThat(realm.user("service-account-robot").path("attributes").path("not-in-the-profile"))
                .extracting(JsonNode::asText)
                .containsExactlyInAnyOrder("but", "kept");
    }

    @Test
    default void membersOfOrganizationsAreMembersAndCounted() {
        ImportRealm realm = realmWithAssociations();
        assertThat(below(realm, "acme", "members/count").asInt()).isZero();
        UserLine owned = UserLine.named("owned")
                .with(
                        "organizations",
                        List.of(Map.of(
                                "alias",
                                "acme",
                                "membershipType",
                                "MANAGED",
                                "groups",
                                List.of("/sales", "/sales/north"))));
        UserLine guest = UserLine.named("guest")
                .with(
                        "organizations",
                        List.of(Map.of("alias", "acme"), Map.of("alias", "other", "membershipType", "unmanaged")));

        ImportAnswer answer = realm.take(owned, guest);

        assertThat(answer.statuses()).containsExactly("created", "created");
        assertThat(below(realm, "acme", "members/count").asInt()).isEqualTo(2);
        assertThat(below(realm, "acme", "members").findValuesAsText("username")).containsExactly("guest", "owned");
        assertThat(below(realm, "acme", "members?membershipType=MANAGED").findValuesAsText("username"))
                .containsExactly("owned");
        assertThat(below(realm, "other", "members").findValuesAsText("username"))
                .containsExactly("guest");
        String id = answer.line(1).path("id").asText();
        assertThat(below(realm, "acme", "members/" + id + "/groups").findValuesAsText("name"))
                .containsExactlyInAnyOrder("sales", "north");
        assertThat(realm.groups("owned")).isEmpty();
    }

    @Test
    default void aMembershipThatNamesNothingIsRefused() {
        ImportRealm realm = realmWithAssociations();
        UserLine user = UserLine.named("sample")
                .with(
                        "organizations",
                        List.of(
                                Map.of("alias", "nowhere"),
                                Map.of("alias", "acme", "groups", List.of("/sales/south")),
                                Map.of("alias", "acme"),
                                Map.of("alias", "other", "membershipType", "OWNED")));

        JsonNode outcome = realm.take(user).single();

        assertThat(ImportAnswer.problems(outcome))
                .containsExactlyInAnyOrder(
                        "unknown-organization", "unknown-group", "invalid-organization", "invalid-organization");
        assertThat(realm.has("sample")).isFalse();
    }

    @Test
    default void whereARealmHasNoOrganizationsTheyAreUnknown() {
        UserLine user = UserLine.named(unique("sample")).with("organizations", List.of(Map.of("alias", "acme")));

        assertThat(ImportAnswer.problems(realm().take(user).single())).containsExactly("unknown-organization");
    }

    @Test
    default void manageUsersGrantsNoMembershipsAndServiceAccounts() {
        ImportRealm realm = realmWithAssociations();
        deleteUser(realm, "service-account-robot");
        UserLine member = UserLine.named("member").with("organizations", List.of(Map.of("alias", "acme")));
        UserLine account = UserLine.named("account").with("serviceAccountClientId", "robot");

        ImportAnswer refused = realm.as(realm.newAdmin("manage-users")).take(member, account);
        ImportAnswer taken = realm.as(realm.newAdmin("manage-users", "manage-organizations", "manage-clients"))
                .take(member, account);

        assertThat(ImportAnswer.problems(refused.line(1))).containsExactly("forbidden-organization");
        assertThat(ImportAnswer.problems(refused.line(2))).containsExactly("forbidden-client");
        assertThat(taken.statuses()).containsExactly("created", "created");
    }

    /** A user with consents and memberships, whom the server has been asked about, so that it remembers them. */
    private static UserLine associated(ImportRealm realm) {
        UserLine user = UserLine.named("tied")
                .with(
                        "clientConsents",
                        List.of(Map.of("clientId", "shop", "grantedClientScopes", List.of("orders", "addresses"))))
                .with(
                        "organizations",
                        List.of(Map.of("alias", "acme", "membershipType", "MANAGED", "groups", List.of("/sales"))));
        assertThat(realm.take(user).statuses()).containsExactly("created");
        assertThat(consents(realm)).containsExactly("shop [addresses, orders]");
        assertThat(memberships(realm)).containsExactly("acme MANAGED [sales]");
        return user;
    }

    private static List<String> consents(ImportRealm realm) {
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

    private static List<String> memberships(ImportRealm realm) {
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

    @Test
    default void existingAssociationsAreNotWritten() {
        ImportRealm realm = realmWithAssociations();
        UserLine user = associated(realm);

        for (String onConflict : List.of("merge", "replace")) {
            assertThat(realm.with("onConflict=" + onConflict).take(user).statuses())
                    .as(onConflict)
                    .containsExactly("unchanged");
        }
    }

    @Test
    default void mergingAddsAssociations() {
        ImportRealm realm = realmWithAssociations();
        associated(realm);
        UserLine more = UserLine.of(Map.of("username", "tied"))
                .with(
                        "clientConsents",
                        List.of(
                                Map.of("clientId", "shop", "grantedClientScopes", List.of("orders")),
                                Map.of("clientId", "robot", "grantedClientScopes", List.of("addresses"))))
                .with(
                        "organizations",
                        List.of(
                                Map.of("alias", "acme", "groups", List.of("/sales/north")),
                                Map.of("alias", "other", "membershipType", "MANAGED")));

        ImportAnswer predicted = realm.with("onConflict=merge&dryRun=true").take(more);
        ImportAnswer answer = realm.with("onConflict=merge").take(more);

        assertThat(predicted.statuses()).containsExactly("updated");
        assertThat(answer.statuses()).containsExactly("updated");
        assertThat(consents(realm)).containsExactly("robot [addresses]", "shop [orders]");
        assertThat(memberships(realm)).containsExactly("acme MANAGED [north, sales]", "other MANAGED []");
        assertThat(realm.with("onConflict=merge").take(more).statuses()).containsExactly("unchanged");
    }

    /** Whether the type of a membership can be changed: Keycloak's model does not let it be. */
    default boolean retypesMemberships() {
        return true;
    }

    @Test
    default void replacingLeavesOnlyTheAssociationsOfTheNamedLists() {
        ImportRealm realm = realmWithAssociations();
        associated(realm);
        UserLine plain = UserLine.named("tied").with("lastName", "Other");
        UserLine organizations = plain.with("organizations", List.of(Map.of("alias", "other")));
        UserLine retyped = plain.with("organizations", List.of(Map.of("alias", "other", "membershipType", "MANAGED")));
        UserLine consents = plain.with("clientConsents", List.of());
        ImportRealm replacing = realm.with("onConflict=replace");

        assertThat(replacing.take(plain).statuses()).containsExactly("updated");
        assertThat(consents(realm)).containsExactly("shop [addresses, orders]");
        assertThat(memberships(realm)).containsExactly("acme MANAGED [sales]");
        assertThat(replacing.take(organizations).statuses()).containsExactly("updated");
        assertThat(consents(realm)).containsExactly("shop [addresses, orders]");
        assertThat(memberships(realm)).containsExactly("other UNMANAGED []");
        JsonNode retype = replacing.take(retyped).single();
        assertThat(retype.toString()).contains(retypesMemberships() ? "\"updated\"" : "refused-by-store");
        String membership = retypesMemberships() ? "other MANAGED []" : "other UNMANAGED []";
        assertThat(memberships(realm)).containsExactly(membership);
        assertThat(replacing.take(consents).statuses()).containsExactly("updated");
        assertThat(consents(realm)).isEmpty();
        assertThat(memberships(realm)).containsExactly(membership);
        assertThat(realm.user("tied").path("lastName").asText()).isEqualTo("Other");
    }

    @Test
    default void associationsOfOneUserInSeveralRecordsAddUp() {
        ImportRealm realm = realmWithAssociations();
        UserLine acme = UserLine.named("tied").with("organizations", List.of(Map.of("alias", "acme")));
        UserLine name = UserLine.of(Map.of("username", "tied", "lastName", "Named"));
        UserLine other =
                UserLine.of(Map.of("username", "tied")).with("organizations", List.of(Map.of("alias", "other")));

        for (int chunkSize : List.of(1, 100)) {
            ImportAnswer predicted = realm.with("onConflict=merge&dryRun=true&chunkSize=" + chunkSize)
                    .take(acme, name, other, acme);
            ImportAnswer answer =
                    realm.with("onConflict=merge&chunkSize=" + chunkSize).take(acme, name, other, acme);

            assertThat(answer.statuses()).containsExactly("created", "updated", "updated", "unchanged");
            assertThat(predicted.statuses()).isEqualTo(answer.statuses());
            assertThat(memberships(realm)).containsExactly("acme UNMANAGED []", "other UNMANAGED []");
            deleteUser(realm, "tied");
        }
    }

    @Test
    default void removingMembersNeedsPermissionOnTheOrganization() {
        ImportRealm realm = realmWithAssociations();
        associated(realm);
        UserLine without = UserLine.named("tied").with("organizations", List.of());

        ImportAnswer answer = realm.as(realm.newAdmin("manage-users"))
                .with("onConflict=replace")
                .take(without);

        assertThat(ImportAnswer.problems(answer.single())).containsExactly("forbidden-organization");
        assertThat(memberships(realm)).containsExactly("acme MANAGED [sales]");
    }

    @Test
    default void anExistingUserBecomesTheServiceAccountOfAClientThatHasNone() {
        ImportRealm realm = realmWithAssociations();
        UserLine user = UserLine.named("tied");
        realm.take(user);
        UserLine account = user.with("serviceAccountClientId", "robot");

        ImportAnswer refused = realm.with("onConflict=merge").take(account);
        deleteUser(realm, "service-account-robot");
        ImportAnswer taken = realm.with("onConflict=merge").take(account);
        ImportAnswer again = realm.with("onConflict=replace").take(user);

        assertThat(ImportAnswer.problems(refused.single())).containsExactly("service-account-exists");
        assertThat(taken.statuses()).containsExactly("updated");
        assertThat(again.statuses()).containsExactly("unchanged");
        String client = realm.admin()
                .get(realm.base() + "/clients?clientId=robot")
                .ok()
                .json()
                .path(0)
                .path("id")
                .asText();
        assertThat(realm.admin()
                        .get(realm.base() + "/clients/" + client + "/service-account-user")
                        .ok()
                        .json()
                        .path("username")
                        .asText())
                .isEqualTo("tied");
    }

    @Test
    default void aLenientImportSkipsAssociationsWithMissingEntities() {
        ImportRealm realm = realmWithAssociations();
        UserLine user = UserLine.named("tied")
                .with("clientConsents", List.of(Map.of("clientId", "nowhere")))
                .with(
                        "organizations",
                        List.of(Map.of("alias", "nowhere"), Map.of("alias", "acme", "groups", List.of("/nowhere"))));

        ImportAnswer answer = realm.with("validation=lenient").take(user);

        assertThat(answer.statuses()).containsExactly("created");
        assertThat(ImportAnswer.warnings(answer.single()))
                .containsExactlyInAnyOrder("unknown-client", "unknown-organization", "unknown-group");
        assertThat(consents(realm)).isEmpty();
        assertThat(memberships(realm)).containsExactly("acme UNMANAGED []");
    }
}
