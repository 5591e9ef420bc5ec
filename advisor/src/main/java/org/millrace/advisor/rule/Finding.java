package org.millrace.advisor.rule;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.model.Window;

/**
 * Something is wrong, with the numbers that show it.
 *
 * @param why what the numbers mean and what to do about it, for an administrator
 * @param proposal null where no setting cures it
 */
public record Finding(
        Severity severity,
        List<Observation> observed,
        String why,
        Confidence confidence,
        @Nullable Change proposal) implements Verdict {

    public Finding {
        observed = List.copyOf(observed);
    }

    /** With the thresholds that were in force in a window. */
    Finding in(Window window) {
        List<Observation> compared =
                observed.stream().map(observation -> observation.in(window)).toList();
        return new Finding(severity, compared, why, confidence, proposal);
    }

    public Optional<Change> change() {
        return Optional.ofNullable(proposal);
    }
}
