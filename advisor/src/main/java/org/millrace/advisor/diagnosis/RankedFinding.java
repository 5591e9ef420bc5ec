package org.millrace.advisor.diagnosis;

import java.util.List;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.RuleCard;

/**
 * A finding in its place among the others.
 *
 * @param suppresses the rules that found something and whose advice is held back while this stands
 */
public record RankedFinding(RuleCard rule, Finding finding, boolean principal, List<String> suppresses) {

    public Lane lane() {
        return finding.lane(rule);
    }

    public RankedFinding {
        suppresses = List.copyOf(suppresses);
    }
}
