package org.millrace.bulk.format.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.bulk.format.RecordReaderContract.LIMITS;

import java.io.IOException;
import java.util.List;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordReaderContract;
import org.millrace.bulk.format.parser.UserJsonParser;
import org.millrace.bulk.record.UserRecord;

/** Reads tables of users. */
final class CsvUsers {
    private CsvUsers() {}

    static List<Entry> entries(String body) throws IOException {
        return RecordReaderContract.read(
                new CsvReader(RecordReaderContract.bytes(body), new UserJsonParser(LIMITS), LIMITS, false));
    }

    static UserRecord single(String body) throws IOException {
        List<Entry> entries = entries(body);
        assertThat(entries).hasSize(1);
        return user(entries.get(0));
    }

    static UserRecord user(Entry entry) {
        assertThat(entry).isInstanceOf(Entry.Readable.class);
        return (UserRecord) ((Entry.Readable) entry).item();
    }
}
