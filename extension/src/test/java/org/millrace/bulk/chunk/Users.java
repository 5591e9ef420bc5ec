package org.millrace.bulk.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.user.AssociationsRecord;

/** Plain users for tests that care for their names only. */
public final class Users {
    /** Of a server that is about to stop: nothing waits. */
    public static final RetryPolicy NO_RETRIES =
            new RetryPolicy(new Outage(Duration.ZERO, () -> true, System::nanoTime, nanos -> {}), nanos -> {});

    private Users() {}

    /** A user with nothing but a username. */
    public static UserRecord user(long line, String username) {
        return new UserRecord(
                new Position(line),
                null,
                username,
                null,
                null,
                null,
                true,
                null,
                null,
                null,
                null,
                Map.of(),
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                Set.of(),
                List.of(),
                AssociationsRecord.NONE);
    }

    /** The entry of a user in a body. */
    public static Entry entry(long line, String username) {
        return new Entry.Readable(user(line, username), 100);
    }

    /** Users named user-0, user-1 and so on. */
    public static Chunk chunk(int size) {
        List<Entry> entries = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            entries.add(entry(i + 1, "user-" + i));
        }
        return new Chunk(entries);
    }

    /** Reads these users, and never waits. */
    public static RecordReader reader(List<Entry> entries) {
        return awaiting(entries, () -> true);
    }

    /** Reads these users; the client waits for a condition before it ends the body, so reading ahead would block forever. */
    static RecordReader awaiting(List<Entry> entries, BooleanSupplier end) {
        List<Entry> rest = new ArrayList<>(entries);
        return new RecordReader() {
            @Override
            public Optional<Entry> next() {
                assertThat(wouldWait()).as("waits for ever").isFalse();
                return rest.isEmpty() ? Optional.empty() : Optional.of(rest.remove(0));
            }

            @Override
            public boolean wouldWait() {
                return rest.isEmpty() && !end.getAsBoolean();
            }
        };
    }
}
