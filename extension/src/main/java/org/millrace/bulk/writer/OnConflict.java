package org.millrace.bulk.writer;

/** What happens to a record whose key exists already. */
public enum OnConflict {
    /** The record is rejected. */
    FAIL,
    /** What is there stays as it is. */
    SKIP,
    /** What the record names is set, all else stays. */
    MERGE,
    /** The entity is made equal to the record; its id stays. */
    REPLACE;

    /** Whether an entity that exists may be changed. */
    public boolean isChanging() {
        return this == MERGE || this == REPLACE;
    }
}
