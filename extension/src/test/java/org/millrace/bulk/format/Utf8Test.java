package org.millrace.bulk.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class Utf8Test {
    private static boolean isDecoded(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static byte[] between(byte[] some) {
        byte[] bytes = new byte[some.length + 2];
        bytes[0] = 'a';
        System.arraycopy(some, 0, bytes, 1, some.length);
        bytes[bytes.length - 1] = 'z';
        return bytes;
    }

    private static void assertAsDecoder(byte[] bytes) {
        assertThat(Utf8.isWellFormed(bytes, 0, bytes.length)).as("%s", bytes).isEqualTo(isDecoded(bytes));
        byte[] between = between(bytes);
        assertThat(Utf8.isWellFormed(between, 1, bytes.length)).as("%s", bytes).isEqualTo(isDecoded(bytes));
    }

    @Test
    void agreesWithTheDecoderOnEveryPairOfBytesAndOnRandomOnes() {
        for (int first = 0; first < 256; first++) {
            assertAsDecoder(new byte[] {(byte) first});
            for (int second = 0; second < 256; second++) {
                assertAsDecoder(new byte[] {(byte) first, (byte) second});
            }
        }
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = new byte[3 + random.nextInt(3)];
            for (int k = 0; k < bytes.length; k++) {
                // Mostly bytes of long sequences, or nearly all would be refused at the first.
                bytes[k] = (byte) (random.nextInt(4) == 0 ? 0xE0 + random.nextInt(24) : 0x80 + random.nextInt(64));
            }
            assertAsDecoder(bytes);
        }
    }

    @Test
    void everyCharacterIsWellFormed() {
        StringBuilder all = new StringBuilder();
        for (int point = 1; point <= Character.MAX_CODE_POINT; point++) {
            if (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE) {
                all.appendCodePoint(point);
            }
        }
        byte[] bytes = all.toString().getBytes(StandardCharsets.UTF_8);

        assertThat(Utf8.isWellFormed(bytes, 0, bytes.length)).isTrue();
    }
}
