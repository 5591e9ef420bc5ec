package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.data.GeneratedUsers;
import org.millrace.testsuite.data.HashedPassword;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.StoredFactors;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Credentials that come in stored form work at the login, and those that never could are refused. */
public interface CredentialContract extends Importing {
    String SECRET = "pass-phrase";

    private UserLine with(Object... factors) {
        String name = unique("factored");
        GeneratedUsers generated = GeneratedUsers.plain(NUMBER.incrementAndGet(), HashedPassword.of(SECRET, 5));
        List<Object> credentials = Stream.concat(
                        Stream.<Object>of(generated.user(1).path("credentials").path(0)), Stream.of(factors))
                .toList();
        return UserLine.named(name)
                .email(name + "@example.org")
                .with("emailVerified", true)
                .with("firstName", "Some")
                .with("lastName", "Body")
                .with("credentials", credentials);
    }

    private void assertRefused(UserLine user, String code) {
        assertThat(login(user, code).json().path("error").asText()).isEqualTo("invalid_grant");
    }

    private Answer login(UserLine user, String code) {
        Map<String, String> form = new HashMap<>(Map.of(
                "grant_type", "password", "client_id", "admin-cli", "username", user.username(), "password", SECRET));
        if (!code.isEmpty()) {
            form.put("totp", code);
        }
        return AccessToken.by(form, server().node(), realm().name()).request();
    }

    @Test
    default void anAuthenticatorShowsTheCodeThatOpensTheDoor() {
        for (Map<String, Object> factor : List.of(StoredFactors.totp(), StoredFactors.totpInBase32())) {
            UserLine user = with(factor);

            realm().take(user);

            assertRefused(user, "");
            assertRefused(user, "000000");
            String code = StoredFactors.codeNow(Instant.now().getEpochSecond());
            assertThat(login(user, code).status()).isEqualTo(200);
        }
    }

    @Test
    default void anHotpDeviceContinuesFromItsCounter() {
        UserLine user = with(StoredFactors.hotp(41));

        realm().take(user);

        assertRefused(user, StoredFactors.code(40));
        assertThat(login(user, StoredFactors.code(41)).status()).isEqualTo(200);
        assertRefused(user, StoredFactors.code(41));
        assertThat(login(user, StoredFactors.code(42)).status()).isEqualTo(200);
    }

    @Test
    default void everyKindOfSecondFactorIsKept() {
        UserLine user = with(
                StoredFactors.securityKey("webauthn"),
                StoredFactors.securityKey("webauthn-passwordless"),
                StoredFactors.recoveryCodes(),
                StoredFactors.totp());

        realm().take(user);

        JsonNode credentials = realm().of(user.username(), "credentials");
        assertThat(credentials.findValuesAsText("type"))
                .containsExactly("password", "webauthn", "webauthn-passwordless", "recovery-authn-codes", "otp");
    }

    @Test
    default void aPasswordAndACodeInTheFormOfOldExportsWork() {
        JsonNode hash =
                StoredFactors.json(with().json().at("/credentials/0/secretData").asText());
        Map<String, Object> password = Map.of(
                "type",
                "password",
                "algorithm",
                "pbkdf2-sha512",
                "hashIterations",
                210_000,
                "hashedSaltedValue",
                hash.path("value").asText(),
                "salt",
                hash.path("salt").asText());
        Map<String, Object> totp = Map.of(
                "type",
                "totp",
                "hashedSaltedValue",
                StoredFactors.SECRET,
                "digits",
                6,
                "period",
                30,
                "counter",
                0,
                "algorithm",
                "HmacSHA1");
        UserLine user = with().with("credentials", List.of(password, totp));

        realm().take(user);

        String code = StoredFactors.codeNow(Instant.now().getEpochSecond());
        assertThat(login(user, code).status()).isEqualTo(200);
    }

    /** Which part of which credential, and what is to stand there; null for nothing. */
    static Stream<Arguments> unusable() {
        Map<String, ?> argon2 = CreatedUsersContract.ARGON2;
        Map<String, ?> pbkdf2 = StoredFactors.of(
                "password",
                "{\"value\":\"AQIDBA==\",\"salt\":\"AQIDBA==\"}",
                "{\"algorithm\":\"pbkdf2-sha256\",\"hashIterations\":1000}");
        Map<String, ?> totp = StoredFactors.totp();
        Map<String, ?> key = StoredFactors.securityKey("webauthn");
        Map<String, ?> codes = StoredFactors.recoveryCodes();
        return Stream.of(
                Arguments.of(argon2, "credentialData", "hashIterations", 0),
                Arguments.of(argon2, "credentialData", "additionalParameters", null),
                Arguments.of(argon2, "credentialData", "additionalParameters.type", null),
                Arguments.of(argon2, "credentialData", "additionalParameters.type", List.of("id2")),
                Arguments.of(argon2, "credentialData", "additionalParameters.version", List.of()),
                Arguments.of(argon2, "credentialData", "additionalParameters.version", List.of("1.4")),
                Arguments.of(argon2, "credentialData", "additionalParameters.memory", null),
                Arguments.of(argon2, "credentialData", "additionalParameters.memory", List.of("a lot")),
                Arguments.of(argon2, "credentialData", "additionalParameters.memory", List.of("7")),
                Arguments.of(argon2, "credentialData", "additionalParameters.memory", List.of("2147483647")),
                Arguments.of(argon2, "credentialData", "additionalParameters.parallelism", null),
                Arguments.of(argon2, "credentialData", "additionalParameters.parallelism", List.of("0")),
                Arguments.of(argon2, "credentialData", "additionalParameters.hashLength", null),
                Arguments.of(argon2, "credentialData", "additionalParameters.hashLength", List.of("3")),
                Arguments.of(argon2, "secretData", "value", "AQIDBA=="),
                Arguments.of(pbkdf2, "credentialData", "hashIterations", 0),
                Arguments.of(pbkdf2, "credentialData", "hashIterations", -1),
                Arguments.of(pbkdf2, "credentialData", "hashIterations", Integer.MAX_VALUE),
                Arguments.of(pbkdf2, "credentialData", "hashIterations", "many"),
                Arguments.of(pbkdf2, "credentialData", "colour", "blue"),
                Arguments.of(pbkdf2, "secretData", "colour", "blue"),
                Arguments.of(pbkdf2, "secretData", "salt", ""),
                Arguments.of(pbkdf2, "secretData", "salt", null),
                Arguments.of(pbkdf2, "secretData", "salt", "_-_-"),
                Arguments.of(pbkdf2, "secretData", "value", null),
                Arguments.of(pbkdf2, "secretData", "value", Map.of("value", "AQIDBA==", "salt", "AQIDBA==")),
                Arguments.of(pbkdf2, "secretData", "value", ""),
                Arguments.of(pbkdf2, "secretData", "value", "no Base64"),
                Arguments.of(pbkdf2, "secretData", "value", "AQIDBA"),
                Arguments.of(totp, "credentialData", "subType", "xotp"),
                Arguments.of(totp, "credentialData", "digits", 5),
                Arguments.of(totp, "credentialData", "digits", 9),
                Arguments.of(totp, "credentialData", "period", 0),
                Arguments.of(totp, "credentialData", "algorithm", "HmacROT13"),
                Arguments.of(totp, "credentialData", "algorithm", null),
                Arguments.of(totp, "credentialData", "secretEncoding", "BASE64"),
                Arguments.of(totp, "credentialData", "secretEncoding", "BASE32"),
                Arguments.of(totp, "secretData", "value", ""),
                Arguments.of(StoredFactors.hotp(0), "credentialData", "counter", -1),
                Arguments.of(key, "credentialData", "credentialPublicKey", "AQID"),
                Arguments.of(key, "credentialData", "credentialPublicKey", null),
                Arguments.of(key, "credentialData", "credentialId", "_-_-"),
                Arguments.of(key, "credentialData", "credentialId", null),
                Arguments.of(key, "credentialData", "aaguid", "missing"),
                Arguments.of(codes, "secretData", "codes", null),
                Arguments.of(
                        codes, "secretData", "codes", List.of(Map.of("number", 1, "encodedHashedValue", "AQIDBA=="))));
    }

    @ParameterizedTest
    @MethodSource("unusable")
    default void whatCouldNeverOpenTheDoorIsRefused(
            Map<String, ?> credential, String part, String field, Object value) {
        UserLine user = UserLine.named(unique("locked-out"))
                .with("credentials", List.of(StoredFactors.but(credential, part, field, value)));

        ImportAnswer answer = realm().take(user);

        assertThat(ImportAnswer.problems(answer.single())).containsExactly("invalid-credential");
        assertThat(answer.single().at("/problems/0/field").asText()).startsWith("credentials[0]");
        assertThat(realm().has(user.username())).isFalse();
    }

    /** Within the range of each parameter, and more than the server's settings allow for one verification. */
    @Test
    default void storedPasswordThatIsTooExpensiveToVerifyIsRefused() {
        Map<String, ?> pbkdf2 = StoredFactors.of(
                "password",
                "{\"value\":\"AQIDBA==\",\"salt\":\"AQIDBA==\"}",
                "{\"algorithm\":\"pbkdf2-sha256\",\"hashIterations\":5000001}");
        Stream.of(
                        pbkdf2,
                        StoredFactors.but(CreatedUsersContract.ARGON2, "credentialData", "hashIterations", 10_000),
                        StoredFactors.but(
                                CreatedUsersContract.ARGON2,
                                "credentialData",
                                "additionalParameters.memory",
                                List.of("2097152")))
                .forEach(credential -> {
                    UserLine user = UserLine.named(unique("expensive")).with("credentials", List.of(credential));

                    assertThat(ImportAnswer.problems(realm().take(user).single()))
                            .containsExactly("hash-too-expensive");
                });
    }

    @Test
    default void whatTheRefusalsAreMadeOfIsTakenAsItIs() {
        Stream.of(
                        StoredFactors.totp(),
                        StoredFactors.hotp(0),
                        StoredFactors.securityKey("webauthn"),
                        StoredFactors.recoveryCodes(),
                        CreatedUsersContract.ARGON2)
                .forEach(credential -> {
                    UserLine user = UserLine.named(unique("let-in")).with("credentials", List.of(credential));
                    assertThat(realm().take(user).statuses()).containsExactly("created");
                });
    }

    @Test
    default void oneSetOfRecoveryCodesIsAllThatAUserHas() {
        UserLine user = UserLine.named(unique("careful"))
                .with("credentials", List.of(StoredFactors.recoveryCodes(), StoredFactors.recoveryCodes()));

        assertThat(ImportAnswer.problems(realm().take(user).single())).containsExactly("several-recovery-codes");
    }
}
