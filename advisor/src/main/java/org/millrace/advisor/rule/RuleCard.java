package org.millrace.advisor.rule;

import java.util.List;
import org.millrace.advisor.model.Input;

/**
 * What a rule says about itself; the catalogue and {@code docs/rules.md} are made of these.
 *
 * @param id stable, such as {@code KC-POOL-001}
 * @param title what it finds: sentence case, under ten words, no full stop
 * @param rationale why it matters and how it is decided
 * @param inputs without which the rule is skipped; it may read more if there is more
 * @param sources links to what the thresholds rest on
 */
public record RuleCard(
        String id,
        String title,
        Lane lane,
        String rationale,
        List<Input> inputs,
        List<Threshold> thresholds,
        List<String> sources) {

    public RuleCard {
        inputs = List.copyOf(inputs);
        thresholds = List.copyOf(thresholds);
        sources = List.copyOf(sources);
    }
}
