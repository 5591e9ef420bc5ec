package org.millrace.bulk.password.hash.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

class DigestTest extends HashFormatContract {
    DigestTest() {
        super("digest");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                named("00"),
                named("00", null, Map.of("digest", "sha256")),
                named("zz", null, Map.of("digest", "md5")),
                named("00000000000000000000000000000000", "x", Map.of("digest", "md5", "template", "{salt}")),
                named(
                        "00000000000000000000000000000000",
                        null,
                        Map.of("digest", "md5", "template", "{salt}{password}")),
                named("00000000000000000000000000000000", "x", Map.of("digest", "md5", "template", "{password}")),
                named("00000000000000000000000000000000", null, Map.of("digest", "md5", "template", "{password")),
                named("00000000000000000000000000000000", null, Map.of("digest", "md5", "template", "{md5(password}")),
                named("00000000000000000000000000000000", null, Map.of("digest", "md4", "hmac", "password")),
                named("00000000000000000000000000000000", null, Map.of("digest", "md5", "pepper", "devise")),
                named("00000000000000000000000000000000", null, Map.of("digest", "md5", "iterations", "-1")));
    }

    @Override
    protected List<HashRecord> tooExpensive() {
        return List.of(
                named("00000000000000000000000000000000", null, Map.of("digest", "md5", "iterations", "5000001")),
                named(
                        "00000000000000000000000000000000",
                        "s".repeat(1024),
                        Map.of(
                                "digest", "md5",
                                "iterations", "1000000",
                                "repetition", "digest-input",
                                "template", "{salt}{salt}{password}")));
    }

    @Test
    void passwordThatIsTooLongIsWrongWithoutAnyHashing() {
        PasswordHash hash = new PasswordHash() {
            @Override
            public byte[] compute(String password, HashKeys keys) {
                throw new AssertionError("a password of " + password.length() + " characters is hashed");
            }

            @Override
            public byte[] expected() {
                return new byte[0];
            }

            @Override
            public HashRecord stored() {
                return HashRecord.of("");
            }

            @Override
            public int iterations() {
                return 1;
            }

            @Override
            public void checkCost(HashLimits limits) {}
        };

        assertThat(hash.matches("x".repeat(PasswordHash.MAX_PASSWORD_BYTES + 1), HashKeys.NONE))
                .isFalse();
        assertThat(hash.matches("ä".repeat(PasswordHash.MAX_PASSWORD_BYTES), HashKeys.NONE))
                .isFalse();
    }
}
