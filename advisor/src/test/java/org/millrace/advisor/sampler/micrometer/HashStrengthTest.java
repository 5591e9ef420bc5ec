package org.millrace.advisor.sampler.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HashStrengthTest {

    @ParameterizedTest
    @CsvSource({
        "argon2, 'Argon2id-1.3[m=7168,t=5,p=1]', false",
        "argon2, 'Argon2id-1.3[m=7168,t=4,p=1]', true",
        "argon2, 'Argon2id-1.3[m=19456,t=2,p=1]', false",
        "argon2, 'Argon2id-1.3[m=1024,t=9,p=1]', true",
        "argon2, unreadable, false",
        "pbkdf2-sha512, 210000, false",
        "pbkdf2-sha512, 209999, true",
        "pbkdf2-sha256, 27500, true",
        "pbkdf2, 20000, true",
        "of-an-extension, 1, false"
    })
    void hashIsWeakBelowWhatOwaspAsksFor(String algorithm, String strength, boolean weak) {
        assertThat(HashStrength.isWeak(algorithm, strength)).isEqualTo(weak);
    }

    @Test
    void memoryIsThatOfArgon2() {
        assertThat(HashStrength.memory("argon2", "Argon2id-1.3[m=19456,t=2,p=1]"))
                .isEqualTo(19_456 * 1024.0);
        assertThat(HashStrength.memory("argon2", "unreadable")).isNaN();
        assertThat(HashStrength.memory("pbkdf2-sha512", "210000")).isNaN();
        assertThat(HashStrength.memory(null, null)).isNaN();
    }

    @Test
    void meterWithoutTagsSaysNothing() {
        assertThat(HashStrength.isWeak(null, null)).isFalse();
    }
}
