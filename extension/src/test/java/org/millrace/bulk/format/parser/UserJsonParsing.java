package org.millrace.bulk.format.parser;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/** Parses a user, and expects a record or problems. */
abstract class UserJsonParsing {
    final UserJsonParser parser = new UserJsonParser(new RecordLimits(1_000_000, 32, 1000));

    UserRecord readable(String json) {
        return (UserRecord) ((Entry.Readable) parse(json)).item();
    }

    List<Violation> problems(String json) {
        return ((Entry.Unreadable) parse(json)).problems();
    }

    Entry parse(String json) {
        byte[] bytes = ("padding" + json).getBytes(StandardCharsets.UTF_8);
        return parser.parse(bytes, 7, bytes.length - 7, new Position(1));
    }
}
