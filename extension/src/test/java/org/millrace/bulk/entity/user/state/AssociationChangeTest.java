package org.millrace.bulk.entity.user.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.entity.user.state.UserAssociations.Consent;
import org.millrace.bulk.entity.user.state.UserAssociations.Membership;
import org.millrace.bulk.entity.user.state.UserAssociations.VerifiableCredential;

class AssociationChangeTest {
    private static UserAssociations consents(Consent... consents) {
        return new UserAssociations(List.of(consents), List.of(), List.of());
    }

    private static UserAssociations memberships(Membership... memberships) {
        return new UserAssociations(List.of(), List.of(memberships), List.of());
    }

    @Test
    void sameAssociationsInAnotherOrderAreNoChange() {
        UserAssociations current = new UserAssociations(
                List.of(new Consent("a", Set.of("1", "2")), new Consent("b", Set.of())),
                List.of(new Membership("o", "og", true, Set.of("x", "y")), new Membership("p", "pg", false, Set.of())),
                List.of(VerifiableCredential.present("s"), VerifiableCredential.present("t")));
        UserAssociations target = new UserAssociations(
                List.of(new Consent("b", Set.of()), new Consent("a", Set.of("2", "1"))),
                List.of(new Membership("p", "pg", false, Set.of()), new Membership("o", "og", true, Set.of("y", "x"))),
                List.of(VerifiableCredential.present("t"), VerifiableCredential.present("s")));

        AssociationChange change = new AssociationChange(current, target);

        assertThat(change.isEmpty()).isTrue();
        assertThat(change.organizations()).isEmpty();
    }

    @Test
    void consentsComeGoAndChangeByTheirClients() {
        Consent kept = new Consent("kept", Set.of("1"));
        Consent changed = new Consent("changed", Set.of("1", "3"));
        AssociationChange change = new AssociationChange(
                consents(kept, new Consent("changed", Set.of("1", "2")), new Consent("gone", Set.of("1"))),
                consents(new Consent("new", Set.of("1")), changed, kept));

        assertThat(change.revokedConsents()).containsExactly("gone");
        assertThat(change.addedConsents()).containsExactly(new Consent("new", Set.of("1")));
        assertThat(change.changedConsents()).containsExactly(changed);
        assertThat(change.scopesBefore("changed")).containsExactlyInAnyOrder("1", "2");
        assertThat(change.isEmpty()).isFalse();
    }

    @Test
    void membershipsAreTheirGroupsAndWhatKindOfMemberTheUserIs() {
        AssociationChange change = new AssociationChange(
                memberships(
                        new Membership("kept", "kg", false, Set.of("k1")),
                        new Membership("retyped", "rg", false, Set.of("r1")),
                        new Membership("left", "lg", true, Set.of("l1"))),
                memberships(
                        new Membership("retyped", "rg", true, Set.of("r2")),
                        new Membership("kept", "kg", false, Set.of("k1")),
                        new Membership("joined", "jg", true, Set.of("j1"))));

        assertThat(change.leftGroups()).containsExactlyInAnyOrder("r1", "lg", "l1");
        assertThat(change.joinedGroups()).isEqualTo(Map.of("r2", false, "jg", true, "j1", false));
        assertThat(change.retypedGroups()).isEqualTo(Map.of("rg", true));
        assertThat(change.organizations()).containsExactlyInAnyOrder("retyped", "left", "joined");
    }

    @Test
    void verifiableCredentialsAreKnownByTheirScopes() {
        UserAssociations current = new UserAssociations(
                List.of(),
                List.of(),
                List.of(VerifiableCredential.present("kept"), VerifiableCredential.present("gone")));
        VerifiableCredential added = new VerifiableCredential("new", "r", 1, 2, Map.of(), List.of());
        UserAssociations target = new UserAssociations(
                List.of(),
                List.of(),
                List.of(added, new VerifiableCredential("kept", "other", 1, 2, Map.of(), List.of())));

        AssociationChange change = new AssociationChange(current, target);

        assertThat(change.removedCredentials()).containsExactly("gone");
        assertThat(change.addedCredentials()).containsExactly(added);
    }
}
