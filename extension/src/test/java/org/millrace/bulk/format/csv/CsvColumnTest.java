package org.millrace.bulk.format.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.bulk.format.RecordReaderContract.names;
import static org.millrace.bulk.format.csv.CsvUsers.entries;
import static org.millrace.bulk.format.csv.CsvUsers.single;
import static org.millrace.bulk.format.csv.CsvUsers.user;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.record.user.ConsentRecord;
import org.millrace.bulk.record.user.CredentialRecord;
import org.millrace.bulk.record.user.FederatedIdentityRecord;
import org.millrace.bulk.record.user.MembershipRecord;

/** Columns of a table of users: their names, aliases and values. */
class CsvColumnTest {
    @Test
    void everyColumnIsAFieldOfTheUser() throws IOException {
        UserRecord user = single("""
                id,username,email,firstName,lastName,enabled,emailVerified,createdTimestamp,notBefore,federationLink,\
                serviceAccountClientId,groups,realmRoles,clientRoles.shop,requiredActions,attributes.phone,\
                attributes.a.b,federatedIdentities.google,federatedIdentities.acme,organizations
                7,Ann,a@b.c,A,N,TRUE,false,1700000000000,5,ldap,robot,/a##/b/c,r1,buyer##seller,VERIFY_EMAIL,\
                1##2,x,4711##ann@gmail.com,u-1,acme##other
                """);

        assertThat(user.id()).isEqualTo("7");
        assertThat(user.username()).isEqualTo("Ann");
        assertThat(user.email()).isEqualTo("a@b.c");
        assertThat(user.firstName()).isEqualTo("A");
        assertThat(user.lastName()).isEqualTo("N");
        assertThat(user.enabled()).isTrue();
        assertThat(user.emailVerified()).isFalse();
        assertThat(user.createdTimestamp()).isEqualTo(1_700_000_000_000L);
        assertThat(user.notBefore()).isEqualTo(5);
        assertThat(user.federationLink()).isEqualTo("ldap");
        assertThat(user.associations().serviceAccountClientId()).isEqualTo("robot");
        assertThat(user.groups()).containsExactly("/a", "/b/c");
        assertThat(user.realmRoles()).containsExactly("r1");
        assertThat(user.clientRoles()).isEqualTo(Map.of("shop", List.of("buyer", "seller")));
        assertThat(user.requiredActions()).containsExactly("VERIFY_EMAIL");
        assertThat(user.attributes()).isEqualTo(Map.of("phone", List.of("1", "2"), "a.b", List.of("x")));
        assertThat(user.federatedIdentities())
                .containsExactly(
                        new FederatedIdentityRecord("google", "4711", "ann@gmail.com"),
                        new FederatedIdentityRecord("acme", "u-1", null));
        assertThat(user.associations().organizations())
                .containsExactly(
                        new MembershipRecord("acme", null, List.of()), new MembershipRecord("other", null, List.of()));
        assertThat(user.warnings()).isEmpty();
    }

    @Test
    void whatATableHasNoFormForIsJson() throws IOException {
        UserRecord user = single("""
                username,credentials,organizations,clientConsents,attributes,attributes.more,federatedIdentities
                ann,"[{""type"":""password"",""secretData"":""{\\""value\\"":\\""x\\""}"",""credentialData"":""{}""}]",\
                "[{""alias"":""acme"",""membershipType"":""MANAGED""}]","[{""clientId"":""shop""}]",\
                "{""a"":[""1"",""2""]}",b,"[{""identityProvider"":""g"",""userId"":""1""}]"
                """);

        assertThat(user.credentials())
                .containsExactly(
                        new CredentialRecord(null, "password", null, null, "{\"value\":\"x\"}", "{}", null, false));
        assertThat(user.associations().organizations())
                .containsExactly(new MembershipRecord("acme", "MANAGED", List.of()));
        assertThat(user.associations().clientConsents()).containsExactly(new ConsentRecord("shop", List.of()));
        assertThat(user.attributes()).isEqualTo(Map.of("a", List.of("1", "2"), "more", List.of("b")));
        assertThat(user.federatedIdentities()).containsExactly(new FederatedIdentityRecord("g", "1", null));
    }

    @Test
    void passwordInClearIsACredential() throws IOException {
        UserRecord user = single("username,password,passwordTemporary\nann,\"a,b\"\"c \",True\n");

        assertThat(user.credentials())
                .containsExactly(new CredentialRecord(null, "password", null, null, null, null, "a,b\"c ", true));
        assertThat(single("username,passwordTemporary\nann,true\n").credentials())
                .isEmpty();
    }

    @Test
    void valuesAreKeptAsTheyStandButForTheSeparator() throws IOException {
        UserRecord user = single("username,attributes.a,attributes.a\n"
                + "ann,\"C:\\dir##\\\\host|x;#1##a\\##b##\"\"q\"\"\", second \n");

        assertThat(user.attributes())
                .isEqualTo(Map.of("a", List.of("C:\\dir", "\\\\host|x;#1", "a##b", "\"q\"", " second ")));
    }

    @Test
    void anUnknownColumnWithAValueIsAWarning() throws IOException {
        List<Entry> entries = entries("username,shoeSize\nann,43\nbob,\n");

        assertThat(user(entries.get(0)).warnings()).extracting(Violation::field).containsExactly("shoeSize");
        assertThat(user(entries.get(1)).warnings()).isEmpty();
    }

    @Test
    void caseAndSpacesOfColumnNamesDoNotMatterButThoseOfAttributesDo() throws IOException {
        UserRecord user = single("UserName, FIRSTNAME ,Attributes.costCenter\nann,A,x\n");

        assertThat(user.username()).isEqualTo("ann");
        assertThat(user.firstName()).isEqualTo("A");
        assertThat(user.attributes()).isEqualTo(Map.of("costCenter", List.of("x")));
    }

    @ParameterizedTest
    @ValueSource(strings = {";", "\t"})
    void spreadsheetsOfOtherCountriesAreUnderstood(String delimiter) throws IOException {
        UserRecord user = single(String.join(
                delimiter, "username", "attributes.note", "email\nann", "\"a" + delimiter + "b,c\"", "x@y.z"));

        assertThat(user.attributes()).isEqualTo(Map.of("note", List.of("a" + delimiter + "b,c")));
        assertThat(user.email()).isEqualTo("x@y.z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sep=\t", "\"sep=\t\"", "SEP=\t\t", "#TYPE Microsoft.ActiveDirectory.Management.ADUser"})
    void lineBeforeTheHeaderIsSkipped(String first) throws IOException {
        UserRecord user = single(first + "\r\nusername\temail\r\nann\tx@y.z\r\n");

        assertThat(user.email()).isEqualTo("x@y.z");
        assertThat(user.warnings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"password_hash", "Password Hash", "PASSWORD-HASH", "passwordhash"})
    void spacesHyphensAndUnderscoresOfColumnNamesDoNotMatter(String column) throws IOException {
        UserRecord user = single("user_name,client_roles.shop,Federated Identities.google,$Reason," + column
                + "\nann,buyer,4711,x,$2b$04$x\n");

        assertThat(user.clientRoles()).isEqualTo(Map.of("shop", List.of("buyer")));
        assertThat(user.federatedIdentities()).containsExactly(new FederatedIdentityRecord("google", "4711", null));
        assertThat(Objects.requireNonNull(user.credentials().get(0).hash()).value())
                .isEqualTo("$2b$04$x");
        assertThat(user.warnings()).isEmpty();
    }

    @Test
    void ofSeveralAliasesTheExactNameElseTheFirstIsTaken() throws IOException {
        UserRecord first = single("SamAccountName,UserPrincipalName,mail\nann,ann@corp,a@b.c\n");
        UserRecord exact = single("SamAccountName,Username\nann,ann@corp\n");

        assertThat(first.username()).isEqualTo("ann");
        assertThat(first.warnings()).extracting(Violation::field).containsExactly("UserPrincipalName");
        assertThat(exact.username()).isEqualTo("ann@corp");
        assertThat(exact.warnings()).extracting(Violation::field).containsExactly("SamAccountName");
    }

    @ParameterizedTest
    @CsvSource({
        "ИСТИНА, ЛОЖЬ",
        "DOĞRU, YANLIŞ",
        "doğru, yanlış",
        "PRAVDA, NEPRAVDA",
        "IGAZ, HAMIS",
        "SANT, FALSKT",
        "SAND, FALSK",
        "SANN, USANN",
        "TOSI, EPÄTOSI",
        "ADEVĂRAT, FALS"
    })
    void booleansOfSpreadsheetsInOtherLanguagesAreRead(String yes, String no) throws IOException {
        UserRecord user = single("username,enabled,emailVerified\nann," + yes + "," + no + "\n");

        assertThat(user.enabled()).isTrue();
        assertThat(user.emailVerified()).isFalse();
    }

    @Test
    void pointInTimeMayBeWrittenAsSuch() throws IOException {
        assertThat(single("username,createdTimestamp\nann,2023-11-14T22:13:20Z\n")
                        .createdTimestamp())
                .isEqualTo(1_700_000_000_000L);
        assertThat(names(entries("username,createdTimestamp\nann,yesterday\n"))).containsExactly("invalid-type");
    }
}
