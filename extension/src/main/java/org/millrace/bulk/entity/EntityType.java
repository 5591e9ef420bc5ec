package org.millrace.bulk.entity;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.writer.copy.TableShape;

/** A record type with an import path of its own. Immutable. */
public interface EntityType {
    /** The last segment of its path, such as {@code users}; in a Keycloak export file, the field whose list holds records of it. */
    String name();

    /** Tables, in lower case, whose ids outcomes report for created entities. */
    Set<String> tables();

    /** The required permission, for the message of a 403 response. */
    String permission();

    /** Whether the caller may import at least some of it; the decision is made for each record. */
    boolean mayImport(CallerPermissions permissions);

    /** Whether the caller may view and cancel imports of other callers: requires permission to import all of it. */
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

    /** The tables that are written with {@code COPY} where the database allows it; empty if Keycloak's model writes all. */
    default List<TableShape> copied() {
        return List.of();
    }

    /** Default number of records in a transaction. */
    int chunkSize(WritingRequest request);

    /**
     * Prepares the writing of one import.
     *
     * @throws SQLException if the database cannot be reached
     */
    EntityWriting writing(WritingRequest request) throws SQLException;
}
