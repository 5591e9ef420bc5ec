package org.millrace.bulk.format.parser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.record.user.AssociationsRecord;
import org.millrace.bulk.record.user.ConsentRecord;
import org.millrace.bulk.record.user.CredentialRecord;
import org.millrace.bulk.record.user.FederatedIdentityRecord;
import org.millrace.bulk.record.user.IssuedCredentialRecord;
import org.millrace.bulk.record.user.MembershipRecord;
import org.millrace.bulk.record.user.VerifiableCredentialRecord;

/** Fields of users in JSON, with those of old exports. */
class UserJsonParserTest extends UserJsonParsing {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MARKER = "s3cr3t-marker";

    @Test
    void everyFieldIsRead() {
        UserRecord user = readable("""
                {"id":"7","username":"Ann","email":"a@b.c","firstName":"A","lastName":"N","enabled":true,
                 "emailVerified":"true","createdTimestamp":1700000000000,"notBefore":5,"federationLink":"ldap",
                 "attributes":{"one":["1"],"two":["a","b"],"bare":"x","number":7,"none":null},
                 "requiredActions":["VERIFY_EMAIL"],"realmRoles":["r"],"clientRoles":{"c":["cr"]},"groups":["/g"],
                 "credentials":[{"id":"c","type":"password","userLabel":"l","createdDate":3,"secretData":"{}",
                  "credentialData":"{}","priority":10,"temporary":true}],
                 "federatedIdentities":[{"identityProvider":"idp","userId":"u","userName":"n"}]}""");

        assertThat(user.id()).isEqualTo("7");
        assertThat(user.username()).isEqualTo("Ann");
        assertThat(user.email()).isEqualTo("a@b.c");
        assertThat(user.firstName()).isEqualTo("A");
        assertThat(user.lastName()).isEqualTo("N");
        assertThat(user.enabled()).isTrue();
        assertThat(user.emailVerified()).isTrue();
        assertThat(user.createdTimestamp()).isEqualTo(1_700_000_000_000L);
        assertThat(user.notBefore()).isEqualTo(5);
        assertThat(user.federationLink()).isEqualTo("ldap");
        assertThat(user.attributes())
                .isEqualTo(Map.of(
                        "one", List.of("1"), "two", List.of("a", "b"), "bare", List.of("x"), "number", List.of("7")));
        assertThat(user.requiredActions()).containsExactly("VERIFY_EMAIL");
        assertThat(user.realmRoles()).containsExactly("r");
        assertThat(user.clientRoles()).isEqualTo(Map.of("c", List.of("cr")));
        assertThat(user.groups()).containsExactly("/g");
        assertThat(user.credentials())
                .containsExactly(new CredentialRecord("c", "password", "l", 3L, "{}", "{}", null, true));
        assertThat(user.federatedIdentities()).containsExactly(new FederatedIdentityRecord("idp", "u", "n"));
        assertThat(user.warnings()).isEmpty();
    }

    @Test
    void computedFieldsAreSkippedAndUnknownFieldsAreWarnings() {
        UserRecord user = readable("""
                {"username":"ann","access":{"manage":true},"totp":false,"disableableCredentialTypes":["otp"],
                 "somethingNew":{"deep":[1,{"er":[]}]}}""");

        assertThat(user.warnings()).extracting(Violation::field).containsExactly("somethingNew");
    }

    @Test
    void associationsWithClientsAndOrganizationsAreRead() {
        UserRecord user = readable("""
                {"username":"ann","serviceAccountClientId":"robot",
                 "clientConsents":[{"clientId":"shop","grantedClientScopes":["email","profile"],"createdDate":1,
                  "lastUpdatedDate":2},{"clientId":"old","grantedRealmRoles":["offline_access","user"]}],
                 "organizations":[{"alias":"acme","membershipType":"MANAGED","groups":["/sales"]},{"alias":"other"}],
                 "verifiableCredentials":[{"credentialScopeName":"degree","revision":"r1","createdDate":3,
                  "updatedDate":4,"userAttributes":{"grade":["A"]},"credentialConfigurationId":"x"}],
                 "issuedVerifiableCredentials":[{"id":"i","userId":"u","credentialType":"degree","issuedAt":5,
                  "expiresAt":6,"clientId":"wallet","clientName":"W","clientBaseUrl":"/","revision":"r1"}]}""");

        assertThat(user.associations())
                .isEqualTo(new AssociationsRecord(
                        "robot",
                        List.of(
                                new ConsentRecord("shop", List.of("email", "profile")),
                                new ConsentRecord("old", List.of("offline_access"))),
                        List.of(
                                new MembershipRecord("acme", "MANAGED", List.of("/sales")),
                                new MembershipRecord("other", null, List.of())),
                        List.of(new VerifiableCredentialRecord("degree", "r1", 3L, 4L, Map.of("grade", List.of("A")))),
                        List.of(new IssuedCredentialRecord("degree", 5L, 6L, "wallet", "r1"))));
        assertThat(user.warnings()).isEmpty();
    }

    @Test
    void aRecordWithoutAssociationsCreatesNone() {
        assertThat(readable("{\"username\":\"ann\",\"organizations\":null}").associations())
                .isSameAs(AssociationsRecord.NONE);
    }

    @Test
    void namesOfOldExportsStandForTodays() {
        UserRecord user = readable("""
                {"username":"ann","applicationRoles":{"shop":["buyer"]},
                 "socialLinks":[{"socialProvider":"acme","socialUserId":"4711","socialUsername":"Ann"}]}""");

        assertThat(user.clientRoles()).isEqualTo(Map.of("shop", List.of("buyer")));
        assertThat(user.federatedIdentities()).containsExactly(new FederatedIdentityRecord("acme", "4711", "Ann"));
        assertThat(user.warnings()).isEmpty();
    }

    @Test
    void todaysNamesGoBeforeThoseOfOldExportsAndThatIsSaid() {
        UserRecord user = readable("""
                {"username":"ann","clientRoles":{},"applicationRoles":{"shop":["buyer"]},
                 "socialLinks":[{"socialProvider":"acme"}],"federatedIdentities":[]}""");

        assertThat(user.clientRoles()).isEmpty();
        assertThat(user.federatedIdentities()).isEmpty();
        assertThat(user.warnings()).extracting(Violation::code).containsOnly("superseded-field");
        assertThat(user.warnings())
                .extracting(Violation::field)
                .containsExactlyInAnyOrder("applicationRoles", "socialLinks");
    }

    @Test
    void credentialsOfOldExportsAreBroughtIntoTodaysForm() throws IOException {
        UserRecord user = readable("""
                {"username":"ann","credentials":[
                 {"type":"password","hashedSaltedValue":"aGFzaA==","salt":"c2FsdA==","hashIterations":27500,
                  "algorithm":"pbkdf2-sha256","createdDate":7,"config":{"a":["b"]}},
                 {"type":"totp","device":"d","hashedSaltedValue":"secret","digits":6,"counter":0,"period":30,
                  "algorithm":"HmacSHA1"}]}""");

        CredentialRecord password = user.credentials().get(0);
        CredentialRecord otp = user.credentials().get(1);
        assertThat(JSON.readTree(password.secretData()))
                .isEqualTo(JSON.readTree("{\"value\":\"aGFzaA==\",\"salt\":\"c2FsdA==\"}"));
        assertThat(JSON.readTree(password.credentialData()))
                .isEqualTo(JSON.readTree("{\"algorithm\":\"pbkdf2-sha256\",\"hashIterations\":27500}"));
        assertThat(password.createdDate()).isEqualTo(7);
        assertThat(otp.type()).isEqualTo("otp");
        assertThat(JSON.readTree(otp.secretData())).isEqualTo(JSON.readTree("{\"value\":\"secret\"}"));
        assertThat(JSON.readTree(otp.credentialData())).isEqualTo(JSON.readTree("""
                        {"subType":"totp","digits":6,"counter":0,"period":30,"algorithm":"HmacSHA1"}"""));
        assertThat(user.warnings()).isEmpty();
    }

    @Test
    void eachUnknownNestedFieldIsAWarning() {
        UserRecord user = readable("""
                {"username":"ann","organizations":[{"alias":"acme","since":1999}],
                 "credentials":[{"type":"password","value":"x","colour":{"deep":[1]}}],
                 "clientConsents":[{"clientId":"shop","grantedProtocolMappers":{"openid":["x"]}}]}""");

        assertThat(user.warnings())
                .extracting(Violation::field)
                .containsExactly("organizations[0].since", "clientConsents[0].grantedProtocolMappers");
        assertThat(user.credentials())
                .extracting(CredentialRecord::hasUnknownField)
                .containsExactly(true);
    }

    @Test
    void everyWrongTypeIsNamed() {
        List<Violation> problems = problems("""
                {"username":["x"],"enabled":"yes","createdTimestamp":"soon","notBefore":99999999999,
                 "attributes":[1],"groups":"g","credentials":[1],"clientRoles":{"c":{"d":1}}}""");

        assertThat(problems).extracting(Violation::code).containsOnly("invalid-type");
        assertThat(problems)
                .extracting(Violation::field)
                .containsExactly(
                        "username",
                        "enabled",
                        "createdTimestamp",
                        "notBefore",
                        "attributes",
                        "groups",
                        "credentials[0]",
                        "clientRoles.c");
    }

    @Test
    void secretsShowNowhere() {
        String line = "{\"username\":\"ann\",\"credentials\":[{\"type\":\"password\",\"value\":\"" + MARKER
                + "\",\"secretData\":\"" + MARKER + "\"}]";
        UserRecord user = readable(line + "}");

        assertThat(user.toString()).doesNotContain(MARKER);
        assertThat(user.credentials().toString()).doesNotContain(MARKER);
        assertThat(problems(line + ",").toString()).doesNotContain(MARKER);
        assertThat(problems(line.replace("]", "," + MARKER + "]}")).toString()).doesNotContain(MARKER);
    }
}
