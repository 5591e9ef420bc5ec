package org.millrace.bulk.entity.user.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.entity.user.state.UserState.Attribute;
import org.millrace.bulk.entity.user.state.UserState.StoredCredential;
import org.millrace.bulk.record.user.FederatedIdentityRecord;

class UserChangeTest {
    private static UserState user(
            List<Attribute> attributes,
            List<StoredCredential> credentials,
            Set<String> roleIds,
            List<FederatedIdentityRecord> links) {
        return new UserState(
                "id",
                "alice",
                "alice@example.org",
                null,
                null,
                true,
                false,
                1,
                0,
                null,
                attributes,
                credentials,
                roleIds,
                Set.of(),
                Set.of(),
                links,
                null,
                null);
    }

    private static StoredCredential credential(String id, String secret) {
        return new StoredCredential(id, "otp", null, 1L, secret, "{}");
    }

    @Test
    void orderOfRolesAndOfValuesIsNoChange() {
        UserState current = user(
                List.of(new Attribute("a", "1"), new Attribute("a", "2"), new Attribute("b", "3")),
                List.of(credential("c1", "s1")),
                Set.of("r1", "r2"),
                List.of(new FederatedIdentityRecord("acme", "1", null)));
        UserState target = user(
                List.of(new Attribute("a", "2"), new Attribute("a", "1"), new Attribute("b", "3")),
                List.of(credential("c1", "s1")),
                Set.of("r2", "r1"),
                List.of(new FederatedIdentityRecord("acme", "1", null)));

        assertThat(new UserChange(current, target).isEmpty()).isTrue();
    }

    @Test
    void attributesThatDifferAreNamedWhetherTheyComeGoOrChange() {
        UserState current = user(
                List.of(new Attribute("changes", "1"), new Attribute("goes", "1"), new Attribute("stays", "1")),
                List.of(),
                Set.of(),
                List.of());
        UserState target = user(
                List.of(new Attribute("changes", "2"), new Attribute("comes", "1"), new Attribute("stays", "1")),
                List.of(),
                Set.of(),
                List.of());

        UserChange change = new UserChange(current, target);

        assertThat(change.attributeNames()).containsExactlyInAnyOrder("changes", "comes", "goes");
        assertThat(change.changesColumns()).isFalse();
        assertThat(change.isEmpty()).isFalse();
    }

    @Test
    void aRemovedCredentialMovesThoseBehindItUp() {
        UserState current = user(
                List.of(),
                List.of(credential("c1", "s1"), credential("c2", "s2"), credential("c3", "s3")),
                Set.of(),
                List.of());
        UserState target = user(
                List.of(),
                List.of(credential("c1", "s1"), credential("c3", "changed"), credential("new", "s4")),
                Set.of(),
                List.of());

        UserChange change = new UserChange(current, target);

        assertThat(change.removedCredentials()).containsExactly("c2");
        assertThat(change.updatedCredentials())
                .containsExactly(new UserChange.PlacedCredential(credential("c3", "changed"), 1));
        assertThat(change.addedCredentials())
                .containsExactly(new UserChange.PlacedCredential(credential("new", "s4"), 2));
    }

    @Test
    void rolesAndLinksAreAddedAndRemovedByTheirKeys() {
        UserState current = user(
                List.of(),
                List.of(),
                Set.of("r1", "r2"),
                List.of(
                        new FederatedIdentityRecord("acme", "1", null),
                        new FederatedIdentityRecord("gone", "1", null)));
        UserState target = user(
                List.of(),
                List.of(),
                Set.of("r2", "r3"),
                List.of(new FederatedIdentityRecord("acme", "2", null), new FederatedIdentityRecord("new", "1", null)));

        UserChange change = new UserChange(current, target);

        assertThat(change.roles()).isEqualTo(new UserChange.Difference(Set.of("r3"), Set.of("r1")));
        assertThat(change.linksToRemove()).containsExactly("gone");
        assertThat(change.linksToUpdate()).containsExactly(new FederatedIdentityRecord("acme", "2", null));
        assertThat(change.linksToAdd()).containsExactly(new FederatedIdentityRecord("new", "1", null));
    }

    @Test
    void aChangeKeepsTheIdOfTheUser() {
        UserState user = UserState.named("one", "alice");
        UserState other = UserState.named("two", "alice");

        assertThatThrownBy(() -> new UserChange(user, other)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void userStoreIsConcernedByTheIdOrTheFederationLinkOfItsUsers() {
        UserState local = UserState.named("id", "name");
        UserState federated = UserState.named("f:store:id", "name");

        assertThat(new UserChange(local, local).concernsUserStore()).isFalse();
        assertThat(new UserChange(federated, federated).concernsUserStore()).isTrue();
        UserState linked = new UserState(
                "id", "name", null, null, null, false, false, 0, 0, "store", List.of(), List.of(), Set.of(), Set.of(),
                Set.of(), List.of(), null, null);
        assertThat(new UserChange(local, linked).concernsUserStore()).isTrue();
        assertThat(new UserChange(linked, local).concernsUserStore()).isTrue();
    }
}
