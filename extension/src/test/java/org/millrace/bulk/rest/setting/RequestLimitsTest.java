package org.millrace.bulk.rest.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.json.NdjsonReader;
import org.millrace.bulk.format.parser.UserJsonParser;
import org.millrace.bulk.rest.body.CountedRecords;
import org.millrace.bulk.rest.body.DecompressedBody;
import org.millrace.bulk.rest.body.RejectedBodyException;
import org.millrace.bulk.rest.run.ImportPermits;

class RequestLimitsTest {
    private static final int MEBIBYTE = 1024 * 1024;

    private static InputStream gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
            out.write(bytes);
        }
        return new ByteArrayInputStream(compressed.toByteArray());
    }

    private static InputStream body(byte[] bytes, long maxBytes, int ratio) throws IOException {
        return DecompressedBody.of(gzip(bytes), new RequestLimits(maxBytes, ratio, 10, 1, 0));
    }

    @Test
    void bodyThatIsFarLongerThanWhatWasSentIsRefused() throws IOException {
        InputStream body = body(new byte[4 * MEBIBYTE], Long.MAX_VALUE, 200);

        assertThatThrownBy(body::readAllBytes).hasMessageContaining("200 times");
        assertThat(body(new byte[MEBIBYTE], Long.MAX_VALUE, 200).readAllBytes()).hasSize(MEBIBYTE);
        assertThat(body(new byte[4 * MEBIBYTE], Long.MAX_VALUE, 0).readAllBytes())
                .hasSize(4 * MEBIBYTE);
    }

    @Test
    void bodyThatIsTooLongAfterDecompressionIsRefused() throws IOException {
        byte[] bytes = new byte[2 * MEBIBYTE];
        new SplittableRandom(1).nextBytes(bytes);

        assertThat(body(bytes, bytes.length, 200).readAllBytes()).hasSize(bytes.length);
        assertThatThrownBy(() -> body(bytes, bytes.length - 1, 200).readAllBytes())
                .isInstanceOfSatisfying(
                        RejectedBodyException.class,
                        e -> assertThat(e.problem().status()).isEqualTo(413));
    }

    @Test
    void recordBehindTheLastOneThatIsAcceptedBreaksTheBodyOff() throws IOException {
        RecordLimits limits = new RecordLimits(1024, 32, 100);
        InputStream lines = new ByteArrayInputStream("x\ny\nz\n".getBytes(StandardCharsets.UTF_8));
        CountedRecords records =
                new CountedRecords(new NdjsonReader(lines, new UserJsonParser(limits), 1024), 2, "max-records");

        assertThat(records.next()).isPresent();
        assertThat(records.next()).isPresent();
        assertThatThrownBy(records::next).hasMessageContaining("At most 2 records");
    }

    @Test
    void oneUserCannotTakeAllPlaces() {
        ImportPermits places = new ImportPermits(3, 2);

        assertThat(places.take("ann")).isEqualTo(ImportPermits.Result.TAKEN);
        assertThat(places.take("ann")).isEqualTo(ImportPermits.Result.TAKEN);
        assertThat(places.take("ann")).isEqualTo(ImportPermits.Result.USER_HAS_ENOUGH);
        assertThat(places.take("bob")).isEqualTo(ImportPermits.Result.TAKEN);
        assertThat(places.take("cid")).isEqualTo(ImportPermits.Result.ALL_TAKEN);
        places.release("ann");
        assertThat(places.isAvailable("bob")).isTrue();
        assertThat(places.take("ann")).isEqualTo(ImportPermits.Result.TAKEN);
    }
}
