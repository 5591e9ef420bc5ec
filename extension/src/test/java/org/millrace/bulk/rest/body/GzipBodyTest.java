package org.millrace.bulk.rest.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GzipBodyTest {
    /** Bytes that arrive in pieces, none of which is ever announced, as over a network. */
    private static final class Arriving extends InputStream {
        private final byte[] bytes;
        private final int piece;
        private int position;

        private Arriving(byte[] bytes, int piece) {
            this.bytes = bytes;
            this.piece = piece;
        }

        @Override
        public int read() {
            return position == bytes.length ? -1 : bytes[position++] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (position == bytes.length) {
                return -1;
            }
            int taken = Math.min(Math.min(length, piece), bytes.length - position);
            System.arraycopy(bytes, position, into, offset, taken);
            position += taken;
            return taken;
        }

        /** As a received body reports where only its end is left. */
        @Override
        public int available() {
            return position == bytes.length ? 1 : 0;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 26, 27, 64, 1_000_000})
    void membersAreReadToTheLastWhereverTheirPiecesEnd(int piece) throws IOException {
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        for (String text : new String[] {"first\n", "", "second\n", "third\n"}) {
            members.write(compressed(text));
        }

        try (GzipBody body = new GzipBody(new Arriving(members.toByteArray(), piece))) {
            assertThat(new String(body.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("first\nsecond\nthird\n");
        }
    }

    @Test
    void manyEmptyMembersAreRead() throws IOException {
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        members.write(compressed("first\n"));
        byte[] empty = compressed("");
        for (int i = 0; i < 100_000; i++) {
            members.write(empty);
        }
        members.write(compressed("last\n"));

        try (GzipBody body = new GzipBody(new ByteArrayInputStream(members.toByteArray()))) {
            assertThat(new String(body.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("first\nlast\n");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 27, 1_000_000})
    void bytesThatAreNotGzipBehindAMemberAreAnError(int piece) throws IOException {
        byte[] first = compressed("first\n");
        byte[] damaged = compressed("second\n");
        damaged[0]++;
        for (byte[] more : new byte[][] {damaged, {0}, new byte[30]}) {
            byte[] bytes = ByteBuffer.allocate(first.length + more.length)
                    .put(first)
                    .put(more)
                    .array();

            try (GzipBody body = new GzipBody(new Arriving(bytes, piece))) {
                assertThat(body.readNBytes(6)).asString(StandardCharsets.UTF_8).isEqualTo("first\n");
                assertThatThrownBy(body::read).isInstanceOf(ZipException.class);
            }
        }
    }

    @Test
    void bytesAreAtHandAsLongAsSomeAreUnpackedOrHaveArrived() throws IOException {
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        members.write(compressed("first\n"));
        members.write(compressed("second\n"));
        byte[] two = members.toByteArray();

        try (GzipBody body = new GzipBody(new ByteArrayInputStream(two))) {
            assertThat(body.readNBytes(6)).asString(StandardCharsets.UTF_8).isEqualTo("first\n");
            assertThat(body.available()).as("the second member is here").isPositive();
            assertThat(body.readNBytes(7)).asString(StandardCharsets.UTF_8).isEqualTo("second\n");
            assertThat(body.read()).isEqualTo(-1);
            assertThat(body.available()).isZero();
        }
    }

    private static byte[] compressed(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
