package org.millrace.testsuite.importer.contract.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.client.Problems.assertProblem;

import io.restassured.specification.RequestSpecification;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Media types and encodings of request bodies. */
public interface RequestEncodingContract extends ImportingBodies {
    @ParameterizedTest
    @CsvSource({
        "text/plain",
        "text/csv;charset=no-such-charset",
        "text/csv;header=absent",
        "application/xml",
        "application/*",
        "*/*",
        "application/octet-stream",
        "application/x-ndjson;charset=utf-16"
    })
    default void aMediaTypeThatCannotBeReadIsSaidSo(String mediaType) {
        String name = unique("sample");

        Answer answer = realm().post(mediaType, body(UserLine.named(name)));

        assertProblem(answer, 415, "unsupported-media-type");
        assertThat(realm().has(name)).isFalse();
    }

    @Test
    default void noMediaTypeIsNotEnough() {
        RequestSpecification given =
                realm().admin().given().noContentType().body(body(UserLine.named(unique("sample"))));

        assertProblem(realm().post(given), 415, "unsupported-media-type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/x-ndjson; charset=UTF-8", "Application/X-NDJSON", "application/x-ndjson;q=1"})
    default void parametersAndCaseOfTheMediaTypeDoNotMatter(String mediaType) {
        Answer answer = realm().post(mediaType, body(UserLine.named(unique("someone"))));

        assertThat(ImportAnswer.of(answer).statuses()).containsExactly("created");
    }

    @Test
    default void anEncodingThatIsNotKnownIsSaidSo() {
        RequestSpecification given =
                realm().given().header("Content-Encoding", "br").body(body(UserLine.named(unique("sample"))));

        assertProblem(realm().post(given), 415, "unsupported-media-type");
    }

    @Test
    default void aGzipBodyIsDecompressed() {
        List<String> names =
                IntStream.range(0, 500).mapToObj(i -> unique("gzip")).toList();
        Object[] lines = names.stream().map(UserLine::named).toArray();

        Answer answer = sendGzip(gzip(body(lines)));

        ImportAnswer read = ImportAnswer.of(answer);
        assertThat(read.count("created")).isEqualTo(500);
        assertThat(read.lines())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, 500).mapToObj(Long::valueOf).toList());
    }

    @Test
    default void aClientThatWaitsForPermissionToSendGetsIt() {
        HttpRequest request = realm().streamed()
                .expectContinue(true)
                .POST(BodyPublishers.ofByteArray(body(UserLine.named(unique("patient")))))
                .build();

        assertThat(ImportAnswer.of(realm().admin().stream(request)).statuses()).containsExactly("created");
    }

    @Test
    default void aBodyOfHttp2IsTakenToo() throws Exception {
        HttpClient http2 =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        Object[] lines = IntStream.range(0, 3000)
                .mapToObj(i -> UserLine.named(unique("second")).with("padding", "x".repeat(1000)))
                .toArray();
        HttpRequest upgrade =
                HttpRequest.newBuilder(realm().admin().uri("/realms/master")).build();

        assertThat(http2.send(upgrade, BodyHandlers.discarding()).version()).isEqualTo(HttpClient.Version.HTTP_2);
        HttpResponse<Stream<String>> answer = http2.send(
                realm().streamed().POST(BodyPublishers.ofByteArray(body(lines))).build(), BodyHandlers.ofLines());

        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(ImportAnswer.of(answer.body().iterator()).count("created")).isEqualTo(3000);
    }

    @Test
    default void aBodyInAnotherEncodingThanDeclaredIsABadRequest() {
        assertProblem(sendGzip(body(UserLine.named(unique("sample")))), 400, "undecodable-body");
        assertProblem(sendGzip(new byte[0]), 400, "undecodable-body");
    }

    @Test
    default void aGzipBodyDamagedInItsFirstRecordIsABadRequest() {
        byte[] compressed = gzip(body(UserLine.named(unique("sample")).attribute("biography", "x".repeat(5000))));

        assertProblem(sendGzip(Arrays.copyOf(compressed, compressed.length / 2)), 400, "undecodable-body");
    }

    private Answer sendGzip(byte[] bytes) {
        return realm().post(realm().given().header("Content-Encoding", "gzip").body(bytes));
    }

    private static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot fail", e);
        }
        return compressed.toByteArray();
    }
}
