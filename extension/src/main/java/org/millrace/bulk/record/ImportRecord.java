package org.millrace.bulk.record;

import java.util.List;
import java.util.Optional;

/** One record of the input, as it was given: nothing looked up, nothing normalised. */
public sealed interface ImportRecord permits UserRecord {
    /** Where the record stood in the body. */
    Position position();

    /** What people call the record, such as a user name; empty if it has no name of its own. */
    Optional<String> key();

    /** What was noticed while reading that does not stop the record, such as an unknown field. */
    List<Violation> warnings();

    /** How many parts of the record take long to prepare, such as clear passwords that have to be hashed. */
    int slowParts();
}
