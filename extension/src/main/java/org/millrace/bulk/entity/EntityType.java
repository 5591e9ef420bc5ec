package org.millrace.bulk.entity;

import java.sql.SQLException;
import java.util.Set;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;

/** What can be imported by one path. Immutable. */
public interface EntityType {
    /** The last segment of its path, such as {@code users}; in a Keycloak export file, the field whose list holds records of it. */
    String name();

    /** Tables, in lower case, whose ids are those that outcomes give to what was created. */
    Set<String> tables();

    /** What has to be said to somebody who may not import it: the permission that it takes. */
    String permission();

    /** Whether somebody may import at least some of it; what exactly is decided for each record. */
    boolean mayImport(CallerPermissions permissions);

    /** Whether somebody may see and stop what others import of it: whoever may import all of it. */
    default boolean mayOversee(CallerPermissions permissions) {
        return mayImport(permissions);
    }

    /** Reads records from JSON objects. Safe for any thread. */
    RecordParser parser(RecordLimits limits);

    /** Whether it takes an export file with all its sections. */
    default boolean takesExports() {
        return false;
    }

    /** Whether CSV can hold records of it. */
    default boolean hasCsv() {
        return false;
    }

    /**
     * Whether a record may name what stands later in the same body, so that it has to wait for that instead of being rejected at
     * once.
     */
    default boolean looksAhead() {
        return true;
    }

    /** Records a transaction where nobody asked for a number. */
    int chunkSize(WritingRequest request);

    /**
     * Prepares the writing of one import.
     *
     * @throws SQLException if the database cannot be reached
     */
    EntityWriting writing(WritingRequest request) throws SQLException;
}
