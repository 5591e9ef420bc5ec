package org.millrace.advisor.rule;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;

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

    public Optional<Change> change() {
        return Optional.ofNullable(proposal);
    }
}
