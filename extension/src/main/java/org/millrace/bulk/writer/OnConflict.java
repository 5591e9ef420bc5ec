package org.millrace.bulk.writer;

/** What happens to a record whose key exists already. */
public enum OnConflict {
    /** The record is rejected. */
    FAIL,
    /** What is there stays as it is. */
    SKIP
}
