package org.millrace.bulk.writer;

import java.util.ArrayList;
import java.util.List;
import org.millrace.bulk.record.Violation;

/** What the checks say of one record: reasons to reject it, and what is only worth a warning. For one thread. */
final class Findings {
    private final Validation validation;
    private final List<Violation> problems = new ArrayList<>(0);
    private final List<Violation> warnings;

    /** @param warnings those that the record has already */
    Findings(Validation validation, List<Violation> warnings) {
        this.validation = validation;
        this.warnings = new ArrayList<>(warnings);
    }

    /** Cannot be written, however lenient the import is. */
    void reject(Violation violation) {
        problems.add(violation);
    }

    /** Is against a rule of the realm: a reason to reject the record if the import is strict. */
    void object(Violation violation) {
        (validation == Validation.STRICT ? problems : warnings).add(violation);
    }

    void warn(Violation violation) {
        warnings.add(violation);
    }

    Validation validation() {
        return validation;
    }

    boolean isRejected() {
        return !problems.isEmpty();
    }

    List<Violation> problems() {
        return problems;
    }

    List<Violation> warnings() {
        return warnings;
    }
}
