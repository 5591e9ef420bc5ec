package org.millrace.bulk.format.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.bulk.format.RecordReaderContract.bytes;
import static org.millrace.bulk.format.RecordReaderContract.names;
import static org.millrace.bulk.format.RecordReaderContract.read;
import static org.millrace.bulk.format.json.JsonReaderTest.ANN;
import static org.millrace.bulk.format.json.JsonReaderTest.BOB;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.format.RecordReaderContract.Filler;
import org.millrace.bulk.record.field.Violation;

/** Users of an export file, whose other sections are passed over. */
class JsonExportTest {
    private static RecordReader reader(InputStream body) {
        return JsonReaderTest.users(body);
    }

    @Test
    void usersOfAnExportAreReadWhereverTheyStandAndTheRestIsNamed() throws IOException {
        String body = """
                {"id":"7","realm":"acme","displayName":"Acme","enabled":true,
                 "roles":{"realm":[{"name":"a}"}],"client":{"shop":[]}},
                 "groups":[],"smtpServer":{"host":"mail"},
                 "us\\u0065rs":[%s,%s],
                 "clients":[{"clientId":"\\"]}","secret":"["}],"federatedUsers":[{"id":"f:1"}],
                 "identityProviders":[ ],"components":{ },"defaultRole":null,"organizations":[{"name":"o"}],
                 "keycloakVersion":"26.7.3"}
                """.formatted(ANN, BOB);
        RecordReader reader = reader(bytes(body));

        List<Entry> entries = read(reader);

        assertThat(names(entries)).containsExactly("ann", "bob");
        assertThat(entries).extracting(entry -> entry.position().line()).containsExactly(1L, 2L);
        assertThat(reader.passedOver())
                .containsExactly("realm settings", "roles", "clients", "federatedUsers", "organizations");
    }

    @Test
    void fileOfUsersOnlyPassesOverNothing() throws IOException {
        RecordReader reader = reader(bytes("{\"realm\":\"acme\",\"users\":[" + ANN + "]}"));

        assertThat(names(read(reader))).containsExactly("ann");
        assertThat(reader.passedOver()).isEmpty();
    }

    @Test
    void usersThatAreNoListAreOneEntry() throws IOException {
        List<Entry> entries =
                read(reader(bytes("{\"realm\":\"acme\",\"users\":{\"username\":\"ann\"},\"groups\":[]}")));

        assertThat(names(entries)).containsExactly("invalid-type");
        assertThat(((Entry.Unreadable) entries.get(0)).problems())
                .extracting(Violation::field)
                .containsExactly("users");
    }

    @Test
    void sectionsOfAnyLengthTakeNoMemory() throws IOException {
        String before = "{\"realm\":\"x\",\"clients\":[{\"description\":\"";
        String behind = "\"}],\"users\":[" + ANN + "],\"groups\":[\"";
        RecordReader reader = reader(new SequenceInputStream(Collections.enumeration(
                List.of(bytes(before), new Filler(100L << 20), bytes(behind), new Filler(100L << 20), bytes("\"]}")))));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = threads.getCurrentThreadAllocatedBytes();

        List<Entry> entries = read(reader);

        assertThat(threads.getCurrentThreadAllocatedBytes() - allocated).isLessThan(4L << 20);
        assertThat(names(entries)).containsExactly("ann");
        assertThat(reader.passedOver()).containsExactly("clients", "groups");
    }
}
