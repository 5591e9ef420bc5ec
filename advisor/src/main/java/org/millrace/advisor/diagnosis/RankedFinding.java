package org.millrace.advisor.diagnosis;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.RuleCard;

/**
 * A finding in its place among the others.
 *
 * @param suppresses the rules that found something and whose advice is held back while this stands
 * @param since when it was first found without a break; null if that is not known
 * @param until when it was found last, if it is over; null while it stands
 */
public record RankedFinding(
        RuleCard rule,
        Finding finding,
        boolean principal,
        List<String> suppresses,
        @Nullable Instant since,
        @Nullable Instant until) {

    public RankedFinding(RuleCard rule, Finding finding, boolean principal, List<String> suppresses) {
        this(rule, finding, principal, suppresses, null, null);
    }

    public Lane lane() {
        return finding.lane(rule);
    }

    RankedFinding since(@Nullable Instant begin) {
        return new RankedFinding(rule, finding, principal, suppresses, begin, until);
    }

    /** The same when it is over. */
    RankedFinding until(Instant begin, Instant end) {
        return new RankedFinding(rule, finding, false, List.of(), begin, end);
    }

    /** A copy with another finding of the same rule. */
    public RankedFinding with(Finding other) {
        return new RankedFinding(rule, other, principal, suppresses, since, until);
    }

    /** The same, principal or not. */
    public RankedFinding asPrincipal(boolean chosen) {
        return new RankedFinding(rule, finding, chosen, suppresses, since, until);
    }

    public RankedFinding {
        suppresses = List.copyOf(suppresses);
    }
}
