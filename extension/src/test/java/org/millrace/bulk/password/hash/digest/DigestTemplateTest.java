package org.millrace.bulk.password.hash.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DigestTemplateTest {
    @Test
    void functionsApplyToPasswordSaltAndPepper() {
        DigestTemplate template = DigestTemplate.of("{upper(salt)}-{lower(pepper)}-{upper(password)}-{salt}");

        byte[] filled = template.fill(
                new DigestTemplate.Values("pass", StandardCharsets.UTF_8, bytes("salt"), bytes("PEPPER")));

        assertThat(filled).isEqualTo(bytes("SALT-pepper-PASS-salt"));
    }

    @Test
    void saltThatIsNoTextIsKept() {
        byte[] salt = {(byte) 0xFF, (byte) 0x80, 0x41};

        assertThat(DigestTemplate.of("{salt}{password}")
                        .fill(new DigestTemplate.Values("", StandardCharsets.UTF_8, salt, new byte[0])))
                .isEqualTo(salt);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
