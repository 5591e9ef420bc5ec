package org.millrace.bulk.job.chunk;

import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** State of a chunk, as stored in the column {@code STATE} of the table of chunks. */
public enum ChunkState {
    /** It is ready to be claimed. */
    PENDING(0),
    /** A node holds its lease, which may have expired. */
    CLAIMED(1),
    /** Every record has an outcome. */
    DONE(2),
    /** Its part has not arrived completely; it cannot be claimed. */
    ARRIVING(3);

    private final int code;

    ChunkState(int code) {
        this.code = code;
    }

    /** The stored value. */
    public int code() {
        return code;
    }

    /** The stored values of several states, for a list in SQL. */
    public static String codes(ChunkState... states) {
        return Stream.of(states).map(state -> String.valueOf(state.code)).collect(Collectors.joining(", "));
    }

    /** @throws SQLException if no state has this stored value */
    public static ChunkState of(int code) throws SQLException {
        return Stream.of(values())
                .filter(state -> state.code == code)
                .findFirst()
                .orElseThrow(() -> new SQLException("Unknown state of a chunk: " + code));
    }
}
