package org.millrace.bulk.rest.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The digests are those of RFC 9530, appendix B.1. */
class ContentDigestTest {
    private static final String BODY = "{\"hello\": \"world\"}\n";
    private static final String SHA_256 = "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:";
    private static final String SHA_512 =
            "sha-512=:YMAam51Jz/jOATT6/zvHrLVgOYTGFy1d6GJiOHTohq4yP+pgk4vf2aCsyRZOtw8MjkM7iw7yZ/WkppmM44T3qg==:";

    private static void check(String... values) throws IOException {
        ContentDigest digest = ContentDigest.of(List.of(values));
        InputStream body = digest.of(new ByteArrayInputStream(BODY.getBytes(StandardCharsets.UTF_8)));
        assertThat(body.read()).isEqualTo('{');
        digest.check(body);
    }

    @Test
    void theBodyIsWhatEachDigestSays() {
        assertThatCode(() -> check(SHA_256)).doesNotThrowAnyException();
        assertThatCode(() -> check(SHA_512)).doesNotThrowAnyException();
        assertThatCode(() -> check(SHA_256 + ", " + SHA_512)).doesNotThrowAnyException();
        assertThatCode(() -> check(SHA_256, SHA_512)).doesNotThrowAnyException();
    }

    @Test
    void oneDigestThatIsNotTrueIsEnough() {
        String wrong = SHA_256.replace("RK", "KR");

        assertThatThrownBy(() -> check(SHA_512, wrong)).isInstanceOf(RejectedBodyException.class);
        assertThatThrownBy(() -> check("sha-256=::")).isInstanceOf(RejectedBodyException.class);
    }

    @Test
    void weakDigestsAreIgnored() {
        assertThatCode(() -> check("md5=:AAAA:, crc32c=:AAAA:")).doesNotThrowAnyException();
        assertThatCode(() -> check()).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "sha-256", "sha-256=abc", "sha-256=:a b:", "SHA-256=:AAAA:", "sha-256=:AAAA:,"})
    void aHeaderThatCannotBeReadIsRefused(String value) {
        assertThatThrownBy(() -> check(value)).isInstanceOf(RejectedBodyException.class);
    }

    @Test
    void ofSeveralWithOneNameTheLastCounts() {
        assertThatCode(() -> check("sha-256=::," + SHA_256)).doesNotThrowAnyException();
        assertThatThrownBy(() -> check(SHA_256 + ",sha-256=::")).isInstanceOf(RejectedBodyException.class);
    }
}
