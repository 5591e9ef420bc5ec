package org.millrace.bulk.rest.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Bodies that arrive in buffers: reads, limits and broken connections. */
class ReceivedBodyTest extends BodyReceiving {
    @Test
    void oneReadReturnsAllAvailableBuffers() throws IOException {
        ReceivedBody body = body(0, LONG);
        body.arrived(text("one "));
        body.arrived(text("two "));
        body.arrived(text("three"));

        assertThat(read(body, 6)).isEqualTo("one tw");
        assertThat(read(body, 100)).isEqualTo("o three");
    }

    @Test
    void receivedBytesAreReadBeforeAFailureIsReported() throws IOException {
        ReceivedBody body = body(0, LONG);
        body.arrived(text("{\"username\":\"alice\"}\n"));
        body.arrived(text("{\"user"));
        body.broken(new IOException("reset by peer"));

        assertThat(read(body, 100)).isEqualTo("{\"username\":\"alice\"}\n{\"user");
        assertThatThrownBy(body::read).isInstanceOf(IOException.class).hasRootCauseMessage("reset by peer");
        assertThatThrownBy(body::read).as("and again").isInstanceOf(IOException.class);
    }

    @Test
    void connectionThatIsClosedBehindTheEndBreaksNothing() throws IOException {
        ReceivedBody body = body(0, LONG);
        body.arrived(text("all"));
        body.ended();
        body.broken(new IOException("closed"));

        assertThat(body.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("all");
    }

    @Test
    void bodyBeyondTheLimitIsRefusedAndOneOfJustTheLimitIsNot() throws IOException {
        ReceivedBody fits = body(8, LONG);
        fits.arrived(text("1234"));
        fits.arrived(text("5678"));
        fits.ended();
        ReceivedBody tooLong = body(8, LONG);
        tooLong.arrived(text("1234"));
        tooLong.arrived(text("56789"));

        assertThat(fits.readAllBytes()).hasSize(8);
        assertThatThrownBy(tooLong::read)
                .isInstanceOf(RejectedBodyException.class)
                .satisfies(e -> assertThat(
                                RejectedBodyException.behind(e).orElseThrow().status())
                        .isEqualTo(413));
    }

    @Test
    void moreIsAskedForAsTheReaderKeepsUp() throws IOException {
        ReceivedBody body = body(0, LONG);
        for (int i = 0; i < ReceivedBody.BUFFERS_AHEAD; i++) {
            body.arrived(text("x"));
        }
        assertThat(asked).as("not read yet").hasValue(0);

        int read = 0;
        while (read < ReceivedBody.BUFFERS_AHEAD) {
            read += read(body, 1).length();
        }

        assertThat(asked).as("a buffer for each that was read").hasValue(ReceivedBody.BUFFERS_AHEAD);
    }

    @Test
    void availableIsTheTruth() throws IOException {
        ReceivedBody body = body(0, LONG);
        assertThat(body.available()).isZero();

        body.arrived(text("12345"));
        assertThat(body.available()).isEqualTo(5);
        read(body, 3);
        assertThat(body.available()).isEqualTo(2);
        read(body, 2);
        assertThat(body.available()).isZero();

        body.ended();
        assertThat(body.available()).as("the end can be read without waiting").isEqualTo(1);
        assertThat(body.read()).isEqualTo(-1);
        assertThat(body.available()).isZero();
    }

    @Test
    void breakIsNotTakenForAnEnd() {
        ReceivedBody body = body(0, LONG);
        body.broken(new IOException("closed"));

        assertThat(body.available()).isZero();
    }

    @Test
    void bodyThatWasClosedKeepsNothing() {
        ReceivedBody body = body(0, LONG);
        body.arrived(text("before"));
        body.close();
        body.arrived(text("behind"));

        assertThat(body.available()).isZero();
        assertThatThrownBy(body::read).isInstanceOf(IOException.class);
    }
}
