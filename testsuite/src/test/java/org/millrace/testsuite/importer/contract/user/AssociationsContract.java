package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.user.ImportingAssociations.below;
import static org.millrace.testsuite.importer.contract.user.ImportingAssociations.consents;
import static org.millrace.testsuite.importer.contract.user.ImportingAssociations.deleteUser;
import static org.millrace.testsuite.importer.contract.user.ImportingAssociations.memberships;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Consents and organization memberships of a user are imported, with the caller's permission to grant them. */
public interface AssociationsContract extends ImportingAssociations {
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

    /** Who gets the tokens of a service account acts as its user. */
    @Test
    default void anExistingUserBecomesAServiceAccountForACallerWhoMayImpersonate() {
        ImportRealm realm = realmWithAssociations();
        deleteUser(realm, "service-account-robot");
        // The name of a service account is no permission: the caller may have renamed the user.
        UserLine person = UserLine.named("service-account-robot");
        realm.take(person);
        UserLine account = person.with("serviceAccountClientId", "robot");

        ImportAnswer refused = realm.as(realm.newAdmin("manage-users", "manage-clients"))
                .with("onConflict=merge")
                .take(account);
        ImportAnswer taken = realm.as(realm.newAdmin("manage-users", "manage-clients", "impersonation"))
                .with("onConflict=merge")
                .take(account);

        assertThat(ImportAnswer.problems(refused.single())).containsExactly("forbidden-user");
        assertThat(taken.statuses()).containsExactly("updated");
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

    /** Keycloak shows client scopes to callers with {@code view-clients} or {@code manage-clients}. */
    @Test
    default void aCallerWhoDoesNotManageTheRealmDoesNotLearnWhichClientScopesExist() {
        ImportRealm realm = realmWithAssociations();
        ImportRealm limited = realm.as(realm.newAdmin("manage-users"));
        List<List<String>> problems = new ArrayList<>();
        for (String scope : List.of("orders", "nowhere")) {
            for (String options : List.of("", "dryRun=true")) {
                UserLine user = UserLine.named("someone")
                        .with("verifiableCredentials", List.of(Map.of("credentialScopeName", scope)));
                JsonNode outcome = limited.with(options).take(user).single();
                assertThat(ImportAnswer.problems(outcome)).containsExactly("forbidden-client-scope");
                problems.add(outcome.path("problems").findValuesAsText("detail").stream()
                        .map(detail -> detail.replace(scope, "scope"))
                        .toList());
            }
        }

        assertThat(problems).hasSize(4).containsOnly(problems.get(0));
        assertThat(realm.has("someone")).isFalse();
    }
}
