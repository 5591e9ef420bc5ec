package org.millrace.bulk.entity.user.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.entity.user.state.UserAssociations.Consent;
import org.millrace.bulk.entity.user.state.UserAssociations.Membership;
import org.millrace.bulk.entity.user.state.UserAssociations.VerifiableCredential;
import org.millrace.bulk.entity.user.state.UserState.Attribute;
import org.millrace.bulk.entity.user.state.UserState.StoredCredential;
import org.millrace.bulk.record.user.FederatedIdentityRecord;

class UserFingerprintTest {
    private static UserState user(String changed) {
        UserAssociations associations = new UserAssociations(
                List.of(new Consent("client", Set.of("scope" + is(changed, "consent")))),
                List.of(new Membership("org", "group", changed.equals("membership"), Set.of("inside"))),
                List.of(new VerifiableCredential("scope", "1", 1, 2, Map.of("a", List.of("b")), List.of())));
        return new UserState(
                "id",
                "alice" + is(changed, "username"),
                "alice@example.org" + is(changed, "email"),
                is(changed, "firstName").isEmpty() ? null : "Alice",
                "Smith" + is(changed, "lastName"),
                !changed.equals("enabled"),
                changed.equals("emailVerified"),
                changed.equals("created") ? 2 : 1,
                changed.equals("notBefore") ? 2 : 1,
                is(changed, "federationLink").isEmpty() ? null : "ldap",
                attributes(changed),
                List.of(new StoredCredential("c", "password", null, 1L, "secret" + is(changed, "credential"), "{}")),
                Set.of("role" + is(changed, "role")),
                Set.of("group" + is(changed, "group")),
                Set.of("action" + is(changed, "action")),
                List.of(new FederatedIdentityRecord("idp", "1" + is(changed, "link"), null)),
                is(changed, "serviceAccount").isEmpty() ? null : "client",
                associations);
    }

    private static List<Attribute> attributes(String changed) {
        Attribute a = new Attribute("a", "1" + is(changed, "attribute"));
        Attribute b = new Attribute("b", "2");
        return changed.equals("terms")
                ? List.of(a, b, new Attribute("terms_and_conditions", "1760000000"))
                : List.of(a, b);
    }

    private static String is(String changed, String field) {
        return changed.equals(field) ? "!" : "";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "username",
                "email",
                "firstName",
                "lastName",
                "enabled",
                "emailVerified",
                "created",
                "notBefore",
                "federationLink",
                "attribute",
                "terms",
                "role",
                "group",
                "action",
                "link",
                "serviceAccount",
                "consent",
                "membership"
            })
    void everyFieldButCredentialsChangesIt(String field) {
        assertThat(UserFingerprint.of(user(field), true, false))
                .isNotEqualTo(UserFingerprint.of(user(""), true, false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"emailVerified", "action", "terms", "consent"})
    void whatALoginChangesIsLeftOutForCreatedUsers(String field) {
        assertThat(UserFingerprint.of(user(field), true, true)).isEqualTo(UserFingerprint.of(user(""), true, true));
    }

    @Test
    void credentialsHaveOneOfTheirOwn() {
        assertThat(UserFingerprint.of(user("credential"), true, false))
                .isEqualTo(UserFingerprint.of(user(""), true, false));
        assertThat(UserFingerprint.ofCredentials(user("credential").credentials()))
                .isNotEqualTo(UserFingerprint.ofCredentials(user("").credentials()));
    }

    @Test
    void orderOfAttributesDoesNotChangeIt() {
        UserState one = user("");
        UserState other = new UserState(
                one.id(),
                one.username(),
                one.email(),
                one.firstName(),
                one.lastName(),
                one.enabled(),
                one.emailVerified(),
                one.createdTimestamp(),
                one.notBefore(),
                one.federationLink(),
                List.of(one.attributes().get(1), one.attributes().get(0)),
                one.credentials(),
                one.roleIds(),
                one.groupIds(),
                one.requiredActions(),
                one.federatedIdentities(),
                one.serviceAccountClient(),
                one.associations());

        assertThat(UserFingerprint.of(other, true, false)).isEqualTo(UserFingerprint.of(one, true, false));
    }

    @Test
    void stateIsReadAsItWasWritten() {
        assertThat(UserStateJson.read(UserStateJson.write(user("")))).isEqualTo(user(""));
        UserState plain = UserState.named("id", "bob");
        assertThat(UserStateJson.read(UserStateJson.write(plain))).isEqualTo(plain);
    }

    @Test
    void fingerprintHasNoSecret() {
        UserChange change = new UserChange(user(""), user("credential"));
        assertThat(UserFingerprint.updated(1, change, false).toString()).doesNotContain("secret");
    }
}
