package org.millrace.advisor.rule;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.PoolSizes;

/**
 * A problem with its measured values.
 *
 * @param why meaning of the values and the recommended action, for an administrator
 * @param proposal null if no setting fixes it
 * @param symptom whether it affects the service now; a finding without symptom is never reported as the bottleneck
 */
public record Finding(
        Severity severity,
        List<Observation> observed,
        String why,
        Confidence confidence,
        @Nullable Change proposal,
        boolean symptom)
        implements Verdict {

    public Finding(
            Severity severity,
            List<Observation> observed,
            String why,
            Confidence confidence,
            @Nullable Change proposal) {
        this(severity, observed, why, confidence, proposal, true);
    }

    public Finding {
        observed = List.copyOf(observed);
    }

    /** With the thresholds in force, and a change that fits the pool. */
    Finding in(RuleContext context) {
        List<Observation> compared =
                observed.stream().map(observation -> observation.in(context)).toList();
        @Nullable Change fitting = proposal == null ? null : proposal.fitting(PoolSizes.in(context.window()));
        return new Finding(severity, compared, why, confidence, fitting, symptom);
    }

    /** A copy that shows only the thresholds that the values reach. */
    public Finding withReachedThresholds() {
        return new Finding(
                severity,
                observed.stream().map(Observation::onlyIfReached).toList(),
                why,
                confidence,
                proposal,
                symptom);
    }

    /** The same with another change; with none if that is null. */
    public Finding proposing(@Nullable Change other) {
        return new Finding(severity, observed, why, confidence, other, symptom);
    }

    /** The same with a further sentence in its explanation. */
    public Finding adding(String sentence) {
        return new Finding(severity, observed, why + sentence, confidence, proposal, symptom);
    }

    /** A copy without symptom: a misconfiguration without an effect on the service at present. */
    public Finding withoutSymptom() {
        return new Finding(severity, observed, why, confidence, proposal, false);
    }

    /** The rule's, unless it is about what waits now and nothing does. */
    public Lane lane(RuleCard rule) {
        return rule.lane() == Lane.SATURATION && !symptom ? Lane.HYGIENE : rule.lane();
    }

    /** All that {@link #lane} can say of a rule's findings. */
    public static Set<Lane> lanes(RuleCard rule) {
        return rule.lane() == Lane.SATURATION ? EnumSet.of(Lane.SATURATION, Lane.HYGIENE) : EnumSet.of(rule.lane());
    }

    /** The recommended change; empty if there is none. */
    public Optional<Change> change() {
        return Optional.ofNullable(proposal);
    }
}
