package org.millrace.bulk.chunk;

/** How often PostgreSQL checks the foreign keys of the rows that a chunk creates. */
public enum ForeignKeyChecks {
    /** Once for each row, by the triggers of the database. */
    ROW,
    /** Once for each chunk, by one query for each table that is referred to; the triggers do not run. */
    CHUNK;

    /** The word of settings, summaries and job documents. */
    public String word() {
        return this == ROW ? "row" : "chunk";
    }
}
