package org.millrace.bulk.writer;

/** How strictly records are held against the realm's rules. What the database or security needs is checked always. */
public enum Validation {
    /** What {@code POST /users} would refuse is rejected. */
    STRICT,
    /** What {@code POST /users} would refuse is a warning. */
    LENIENT,
    /** The realm's rules are not asked. */
    OFF
}
