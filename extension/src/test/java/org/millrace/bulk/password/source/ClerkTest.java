package org.millrace.bulk.password.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.password.HashFormats;
import org.millrace.bulk.password.Vectors;
import org.millrace.bulk.record.user.HashRecord;

class ClerkTest extends HashFormatContract {
    ClerkTest() {
        super("clerk");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                named("3cb4e732631f47e6eb961f34554b7cde"),
                named("3cb4e732631f47e6eb961f34554b7cde", null, Map.of("hasher", "awscognito")),
                named("3cb4e732631f47e6eb961f34554b7cde", null, Map.of("hasher", "sha256")),
                named("pbkdf2_sha256$1000$-!-$x", null, Map.of("hasher", "pbkdf2_sha256")),
                named("pbkdf2_sha1$1000$x", null, Map.of("hasher", "pbkdf2_sha1")),
                named("a$b$c$d$8", null, Map.of("hasher", "scrypt_firebase")),
                named("a$b$c$d$8$99", null, Map.of("hasher", "scrypt_firebase")),
                named("sha512_symfony$x$y", null, Map.of("hasher", "sha512_symfony")));
    }

    @Override
    protected List<HashRecord> tooExpensive() {
        return List.of(named(
                "pbkdf2_sha1$999999999$x$c10a0153b19730da360890beada8a3adfea47b2e",
                null,
                Map.of("hasher", "pbkdf2_sha1")));
    }

    @Test
    void digestThatDescribesItselfNeedsNoHasher() {
        HashRecord hash = named("$2b$04$sxKpECN8K.Eq428swINdXemdM61mYWt/UwGg5v4saSpjPhTjEGY0m");

        assertThat(HashFormats.parse(hash).hash().matches("correct horse", Vectors.KEYS))
                .isTrue();
    }
}
