package org.millrace.bulk.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.keycloak.credential.hash.PasswordHashProviderFactory;
import org.keycloak.models.KeycloakSession;
import org.millrace.bulk.password.hash.Bcrypt;
import org.millrace.bulk.password.hash.digest.Wrapped;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.MissingKeyException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

class ForeignPasswordProviderTest {
    private static final String EXPENSIVE = "$2b$20$sxKpECN8K.Eq428swINdXemdM61mYWt/UwGg5v4saSpjPhTjEGY0m";

    private static StoredPassword credential(HashRecord hash) {
        return StoredPassword.of(HashFormats.parse(hash).hash());
    }

    @Test
    void everyAlgorithmIsAService() {
        List<String> services = StreamSupport.stream(
                        ServiceLoader.load(PasswordHashProviderFactory.class).spliterator(), false)
                .filter(factory -> factory instanceof ForeignPasswordProviderFactory)
                .map(PasswordHashProviderFactory::getId)
                .toList();

        assertThat(services)
                .containsExactlyElementsOf(ForeignPasswordProviders.verified().stream()
                        .map(format -> "millrace-" + format.id())
                        .toList());
    }

    @Test
    void limitsApplyAtLoginToo() {
        ForeignPasswordProvider provider =
                new ForeignPasswordProvider(Sessions.NONE, new Bcrypt(), HashLimits.standard(), HashKeys.NONE);

        assertThatThrownBy(() -> provider.verify("secret", credential(HashRecord.of(EXPENSIVE))))
                .isInstanceOf(InvalidHashException.class)
                .hasMessage("The cost of bcrypt is 20; max-bcrypt-cost allows at most 16");
    }

    @Test
    void missingKeyIsAnErrorAndNotAWrongPassword() {
        HashRecord peppered = Vectors.of("bcrypt").stream()
                .map(Vectors.Vector::hash)
                .filter(hash -> hash.parameters().containsKey("pepper"))
                .findFirst()
                .orElseThrow();
        ForeignPasswordProvider provider =
                new ForeignPasswordProvider(Sessions.NONE, new Bcrypt(), HashLimits.standard(), HashKeys.NONE);

        assertThatThrownBy(() -> provider.verify("secret", credential(peppered)))
                .isInstanceOf(MissingKeyException.class)
                .hasMessageContaining("hash-key-devise");
    }

    /** Otherwise the provider would call itself without an end. */
    @Test
    void serverWhoseDefaultAlgorithmOnlyVerifiesHashesNoNewPasswords() {
        KeycloakSession session = Sessions.with(
                new ForeignPasswordProvider(Sessions.NONE, new Bcrypt(), HashLimits.standard(), HashKeys.NONE));
        ForeignPasswordProvider provider =
                new ForeignPasswordProvider(session, new Bcrypt(), HashLimits.standard(), HashKeys.NONE);

        assertThatThrownBy(() -> provider.encodedCredential("secret", 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("spi-password-hashing");
    }

    @Test
    void weakDigestsAreWrappedAndOthersAreNot() {
        for (Vectors.Vector vector : Vectors.all()) {
            PasswordHash hash = HashFormats.parse(vector.hash()).hash();
            HashRecord stored = hash.stored();
            boolean isWeak = "digest".equals(stored.format())
                    && List.of("md4", "md5", "sha1")
                            .contains(stored.parameters().get("digest"));
            if (!isWeak || vector.password().length() > 40) {
                assertThat(isWeak || Wrapped.around(hash).isEmpty())
                        .as("%s", vector)
                        .isTrue();
                continue;
            }

            PasswordHash wrapped = Wrapped.around(hash).orElseThrow();
            StoredPassword password = StoredPassword.of(wrapped);
            PasswordHash read = new Wrapped().parse(password.hash());

            assertThat(read.matches(vector.password(), Vectors.KEYS))
                    .as("%s", vector)
                    .isTrue();
            assertThat(read.matches("x" + vector.password(), Vectors.KEYS))
                    .as("%s", vector)
                    .isFalse();
            assertThat(password.credentialData() + password.secretData()).doesNotContain(stored.value());
        }
    }
}
