package org.millrace.advisor.rule;

import java.util.List;
import org.millrace.advisor.model.Input;

/**
 * Description of a rule; the catalogue and {@code docs/reference/rules.md} are generated from it.
 *
 * @param id stable, such as {@code KC-POOL-001}
 * @param title the finding: sentence case, under ten words, no full stop
 * @param rationale the importance and the method of the rule
 * @param inputs required inputs, without which the rule is skipped
 * @param sources links to the origin of the thresholds
 * @param causality station of the findings, and relations to other rules
 */
public record RuleCard(
        String id,
        String title,
        Lane lane,
        String rationale,
        List<Input> inputs,
        List<Threshold> thresholds,
        List<String> sources,
        Causality causality) {

    /** A rule without a station and without relations. */
    public RuleCard(
            String id,
            String title,
            Lane lane,
            String rationale,
            List<Input> inputs,
            List<Threshold> thresholds,
            List<String> sources) {
        this(id, title, lane, rationale, inputs, thresholds, sources, Causality.none());
    }

    public RuleCard {
        inputs = List.copyOf(inputs);
        thresholds = List.copyOf(thresholds);
        sources = List.copyOf(sources);
    }
}
