package org.millrace.bulk.writer;

/** What happens to a record whose key exists already. */
public enum OnConflict {
    /** The record is rejected. */
    FAIL,
    /** Existing entities are unchanged. */
    SKIP,
    /** Fields of the record are set, all others are kept. */
    MERGE,
    /** The entity is made equal to the record; its id stays. */
    REPLACE;

    /** Whether an entity that exists may be changed. */
    public boolean isChanging() {
        return this == MERGE || this == REPLACE;
    }
}
