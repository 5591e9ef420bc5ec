package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.user.ImportingAssociations.consents;
import static org.millrace.testsuite.importer.contract.user.ImportingAssociations.deleteUser;
import static org.millrace.testsuite.importer.contract.user.ImportingAssociations.memberships;
import static org.millrace.testsuite.importer.contract.user.ImportingAssociations.organization;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.IdentityProviderSample;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** What {@code onConflict} makes of consents and organization memberships that exist. */
public interface AssociationRevisionContract extends ImportingAssociations {
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

    private static UserLine member(String username, String type, String... providers) {
        return linked(username, providers)
                .with("organizations", List.of(Map.of("alias", "acme", "membershipType", type)));
    }

    private static UserLine linked(String username, String... providers) {
        return UserLine.of(Map.of("username", username))
                .with(
                        "federatedIdentities",
                        Stream.of(providers)
                                .map(alias -> Map.of("identityProvider", alias, "userId", "1", "userName", username))
                                .toList());
    }

    /** Keycloak adds no further link to a managed member that is linked to an identity provider of its organization. */
    @Test
    default void managedMembersAreNotLinkedToFurtherIdentityProviders() {
        ImportRealm realm = realmWithAssociations();
        for (String alias : List.of("broker", "other", "further")) {
            realm.admin()
                    .post(realm.base() + "/identity-provider/instances", IdentityProviderSample.provider(alias))
                    .ok();
        }
        String acme = organization(realm, "acme").path("id").asText();
        realm.admin()
                .post(realm.base() + "/organizations/" + acme + "/identity-providers", "broker")
                .ok();
        assertThat(realm.take(
                                member("managed", "MANAGED", "broker", "other"),
                                member("unmanaged", "UNMANAGED", "broker"),
                                member("elsewhere", "MANAGED", "other"))
                        .count("created"))
                .isEqualTo(3);
        List<String> names = List.of("managed", "unmanaged", "elsewhere");
        List<UserLine> further =
                names.stream().map(name -> linked(name, "further")).toList();
        ImportRealm merging = realm.with("onConflict=merge");

        ImportAnswer kept = merging.take(linked("managed", "broker", "other"));
        ImportAnswer predicted =
                merging.with("dryRun=true&onConflict=merge&validation=off").take(further);
        List<Integer> statuses = names.stream()
                .map(name -> realm.admin()
                        .post(
                                realm.base() + "/users/"
                                        + realm.user(name).path("id").asText() + "/federated-identity/further",
                                Map.of("userId", "1", "userName", name))
                        .status())
                .toList();
        ImportAnswer added = merging.take(linked("managed", "further"));
        ImportAnswer changed = merging.take(UserLine.of(Map.of(
                "username",
                "managed",
                "federatedIdentities",
                List.of(Map.of("identityProvider", "other", "userId", "2", "userName", "managed")))));
        ImportJob unlinking = ImportJob.create(realm, Map.of("onConflict", "replace"))
                .with(1, List.of(linked("managed", "broker")))
                .started();
        assertThat(unlinking.finished().at("/counts/updated").asInt()).isEqualTo(1);
        ImportJob undo = new ImportJob(
                unlinking.admin(), unlinking.jobs(), unlinking.post("undo").createdId());
        undo.finished();
        ImportAnswer replaced = realm.with("onConflict=replace").take(linked("managed", "further"));

        assertThat(undo.outcomes().stream().map(ImportAnswer::problems)).containsExactly(List.of("managed-member"));
        assertThat(kept.statuses()).containsExactly("unchanged");
        assertThat(statuses).containsExactly(400, 204, 204);
        assertThat(predicted.statuses()).containsExactly("rejected", "updated", "updated");
        assertThat(ImportAnswer.problems(predicted.line(1))).containsExactly("managed-member");
        assertThat(ImportAnswer.problems(added.single())).containsExactly("managed-member");
        assertThat(ImportAnswer.problems(changed.single())).containsExactly("managed-member");
        assertThat(replaced.statuses()).containsExactly("updated");
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
}
