package org.millrace.testsuite.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ChunkedTest {
    @Test
    void whatWasWrittenIsRead() throws IOException {
        byte[] body = new byte[200_001];
        new SplittableRandom(7).nextBytes(body);

        assertThat(new ChunkedInput(new ByteArrayInputStream(chunked(body))).readAllBytes())
                .isEqualTo(body);
    }

    @Test
    void theFormIsThatOfRfc9112() throws IOException {
        assertThat(new String(chunked("hello".getBytes(StandardCharsets.US_ASCII)), StandardCharsets.US_ASCII))
                .isEqualTo("5\r\nhello\r\n0\r\n\r\n");
    }

    @Test
    void anEmptyBodyIsTheLastChunkAlone() throws IOException {
        byte[] chunks = chunked(new byte[0]);

        assertThat(new String(chunks, StandardCharsets.US_ASCII)).isEqualTo("0\r\n\r\n");
        assertThat(new ChunkedInput(new ByteArrayInputStream(chunks)).read()).isEqualTo(-1);
    }

    @Test
    void extensionsAndTrailersAreSkipped() throws IOException {
        byte[] chunks = "3;name=value\r\nabc\r\n0\r\nTrailer: x\r\n\r\nrest".getBytes(StandardCharsets.US_ASCII);

        assertThat(new ChunkedInput(new ByteArrayInputStream(chunks)).readAllBytes())
                .isEqualTo(new byte[] {'a', 'b', 'c'});
    }

    @Test
    void aBodyThatBreaksOffIsAnError() throws IOException {
        byte[] chunks = chunked(new byte[1000]);

        for (int length = 0; length < chunks.length; length += 97) {
            ChunkedInput cut = new ChunkedInput(new ByteArrayInputStream(chunks, 0, length));
            assertThatThrownBy(cut::readAllBytes).isInstanceOf(EOFException.class);
        }
    }

    private static byte[] chunked(byte[] body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ChunkedOutput out = new ChunkedOutput(bytes)) {
            out.write(body);
        }
        return bytes.toByteArray();
    }
}
