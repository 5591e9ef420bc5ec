package org.millrace.bulk.password.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.password.HashFormats;
import org.millrace.bulk.password.Vectors;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

class FirebaseScryptTest extends HashFormatContract {
    FirebaseScryptTest() {
        super("firebase-scrypt");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                named("Vt0tIzXyGuTzq3x9SWz7Jw", "-!-", Map.of()),
                named("Vt0tIzXyGuTzq3x9SWz7Jw", null, Map.of("key", "firebase")),
                HashRecord.of("$fbscrypt$v=2,n=14,r=8,p=1,ss=Bw==,sk=AAAA$c29t$Vt0tIzXyGuTzq3x9SWz7Jw"),
                HashRecord.of("$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=AAAA$c29t$Vt0tIzXyGuTzq3x9SWz7Jw"),
                named("short", "c29t", Map.of("key", "firebase")),
                named("Vt0tIzXyGuTzq3x9SWz7Jw", "c29t", Map.of("key", "firebase", "signerKey", "x")));
    }

    @Override
    protected List<HashRecord> tooExpensive() {
        return List.of(named("Vt0tIzXyGuTzq3x9SWz7Jw", "c29t", Map.of("key", "firebase", "memoryCost", "20")));
    }

    @Test
    void signerKeyInTheHashMustBeTheConfiguredOne() {
        String value = Vectors.SIGNER_KEY.replace('j', 'k');
        PasswordHash hash = HashFormats.parse(HashRecord.of(
                        "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=" + Vectors.SIGNER_KEY + "$42xEC+ixf3L2lw==$" + value))
                .hash();
        HashKeys other = name -> Optional.of(value);

        assertThatCode(() -> hash.checkKey(Vectors.KEYS)).doesNotThrowAnyException();
        for (HashKeys keys : List.of(HashKeys.NONE, other)) {
            assertThatExceptionOfType(InvalidHashException.class)
                    .isThrownBy(() -> hash.checkKey(keys))
                    .satisfies(refused -> {
                        assertThat(refused.code()).isEqualTo("missing-hash-key");
                        assertThat(refused.getMessage())
                                .contains("hash-key-firebase")
                                .doesNotContain(Vectors.SIGNER_KEY);
                    });
        }
    }
}
