package org.millrace.bulk.writer;

/** Strictness of the validation against the realm's rules. Requirements of the database and of security are always checked. */
public enum Validation {
    /** Records that {@code POST /users} rejects are rejected. */
    STRICT,
    /** Records that {@code POST /users} rejects get a warning. */
    LENIENT,
    /** The realm's rules are not checked. */
    OFF
}
