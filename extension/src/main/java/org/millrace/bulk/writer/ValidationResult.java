package org.millrace.bulk.writer;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.millrace.bulk.record.field.Violation;

/** The problems of one record: reasons for its rejection, and warnings. For one thread. */
public final class ValidationResult {
    private final Validation validation;
    private final Set<Violation> problems = new LinkedHashSet<>(0);
    private final List<Violation> warnings;

    /** @param warnings warnings of the parser */
    public ValidationResult(Validation validation, List<Violation> warnings) {
        this.validation = validation;
        this.warnings = new ArrayList<>(warnings);
    }

    /** Cannot be written, however lenient the import is. */
    public void reject(Violation violation) {
        problems.add(violation);
    }

    /** Is against a rule of the realm: a reason to reject the record if the import is strict. */
    public void object(Violation violation) {
        (validation == Validation.STRICT ? problems : warnings).add(violation);
    }

    /** Is worth a word, and stops nothing. */
    public void warn(Violation violation) {
        warnings.add(violation);
    }

    /** How strict the import is. */
    public Validation validation() {
        return validation;
    }

    /** Whether the record is not to be written. */
    public boolean isRejected() {
        return !problems.isEmpty();
    }

    /** All reasons to reject the record, each once. */
    public List<Violation> problems() {
        return List.copyOf(problems);
    }

    /** What goes with the outcome of a record that is written. */
    public List<Violation> warnings() {
        return warnings;
    }
}
