package org.millrace.bulk.password.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.password.HashFormats;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.record.user.HashRecord;

class LdapTest extends HashFormatContract {
    LdapTest() {
        super("ldap");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                HashRecord.of("{SSHA}"),
                HashRecord.of("{SSHA}AAAA"),
                HashRecord.of("{SHA}AAAA"),
                HashRecord.of("{UNKNOWN}AAAA"),
                HashRecord.of("{CLEARTEXT}secret-marker"),
                HashRecord.of("{CRYPT}$y$j9T$x$y"),
                HashRecord.of("{PBKDF2}AAAA"),
                HashRecord.of("{PBKDF2-SHA256}0$AAAA$AAAAAAAAAAAA"),
                HashRecord.of("{scrypt}$e0801$x"),
                HashRecord.of("{PKCS5S2}AAAA"));
    }

    @Override
    protected List<HashRecord> tooExpensive() {
        return List.of(
                HashRecord.of("{PBKDF2-SHA256}6000000$AAAA$AAAAAAAAAAAA"),
                HashRecord.of("{bcrypt}$2a$17$KBCwKxOzLha2MUaFvoqtQ.v4SX.SNKa4zO8r1ZeiXNt3lJ1UzCxZ6"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{CRYPT}x",
                "{CRYPT}*",
                "{crypt}!!",
                "{CRYPT}!$6$x$y",
                "{CRYPT}*LK*",
                "{CRYPT}",
                "{SASL}ann@X.ORG",
                "!abc",
                "*"
            })
    void valueOfAnAccountWithoutAPasswordIsNoHash(String text) {
        assertThatExceptionOfType(InvalidHashException.class)
                .isThrownBy(() -> HashFormats.parse(HashRecord.of(text)))
                .satisfies(refused -> {
                    assertThat(refused.code()).isEqualTo("no-usable-password");
                    assertThat(refused.isWithoutPassword()).isTrue();
                });
        assertThat(HashFormats.isSupported(text)).isFalse();
    }

    @Test
    void clearTextIsRefusedWithWhereToPutIt() {
        assertThatExceptionOfType(InvalidHashException.class)
                .isThrownBy(() -> HashFormats.parse(HashRecord.of("secret-marker")))
                .withMessageContaining("clear text")
                .satisfies(refused -> {
                    assertThat(refused.code()).isEqualTo("unsupported-hash");
                    assertThat(refused.getMessage()).doesNotContain("secret-marker");
                });
    }

    @Test
    void onlySomeHashesNeedBouncyCastle() {
        assertThat(HashFormats.parse(HashRecord.of("{NT}cfc43211ba8dc470832267827cac1407"))
                        .hash()
                        .needsBouncyCastle())
                .isTrue();
        assertThat(HashFormats.parse(HashRecord.of("{SSHA}139dAnZUf8vI0eC9dmRMwgE8Dwb/f+8d"))
                        .hash()
                        .needsBouncyCastle())
                .isFalse();
        assertThat(HashFormats.parse(
                                HashRecord.of("{bcrypt}$2a$04$kWjfUpSqGd.mHeXjEDF.Fe2mX4js.wKNkNxncuAznCDJNrqBI1fBC"))
                        .hash()
                        .needsBouncyCastle())
                .isTrue();
    }
}
