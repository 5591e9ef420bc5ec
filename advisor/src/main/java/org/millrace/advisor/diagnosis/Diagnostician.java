package org.millrace.advisor.diagnosis;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.diagnosis.Diagnosis.Suppressed;
import org.millrace.advisor.diagnosis.Diagnosis.Unanswered;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;

/**
 * Asks all rules and orders the answers by the causal graph. Thread-safe; all it remembers is which failures it has logged.
 *
 * <p>The principal bottleneck is the most downstream saturated station. Where several findings share that station, the
 * one that explains the others comes first, then the worse one. Safety findings are never suppressed and never principal.
 */
public final class Diagnostician {

    private static final Logger LOG = System.getLogger(Diagnostician.class.getName());

    private final List<Rule> rules;
    private final CausalGraph graph;
    private final Set<String> failed = ConcurrentHashMap.newKeySet();

    public Diagnostician(List<Rule> rules, CausalGraph graph) {
        this.rules = List.copyOf(rules);
        this.graph = graph;
    }

    public Diagnosis diagnose(Window window, Instant now) {
        Map<RuleCard, Finding> found = new LinkedHashMap<>();
        List<String> healthy = new ArrayList<>();
        List<Unanswered> skipped = new ArrayList<>();
        for (Rule rule : rules) {
            Verdict verdict = judge(rule, window);
            if (verdict instanceof Finding finding) {
                found.put(rule.card(), finding);
            } else if (verdict instanceof Verdict.Skipped unanswered) {
                skipped.add(new Unanswered(rule.card().id(), unanswered.missing()));
            } else {
                healthy.add(rule.card().id());
            }
        }
        List<Suppressed> suppressed = suppressed(found);
        suppressed.forEach(held -> found.keySet().removeIf(card -> card.id().equals(held.rule())));
        List<String> bottlenecks = bottlenecks(found);
        return new Diagnosis(
                now,
                window.length(),
                ranked(found, bottlenecks.stream().findFirst()),
                next(bottlenecks),
                healthy,
                skipped,
                suppressed);
    }

    /** The defect of one rule must not cost the others' answers, and is logged once: it would come back each time. */
    private Verdict judge(Rule rule, Window window) {
        try {
            return rule.judge(window);
        } catch (RuntimeException e) {
            if (failed.add(rule.card().id())) {
                LOG.log(Level.ERROR, "Rule " + rule.card().id() + " failed and counts as skipped", e);
            }
            return new Verdict.Skipped(List.of());
        }
    }

    private List<Suppressed> suppressed(Map<RuleCard, Finding> found) {
        List<Suppressed> suppressed = new ArrayList<>();
        for (RuleCard card : found.keySet()) {
            if (card.lane() != Lane.SAFETY) {
                found.keySet().stream()
                        .map(RuleCard::id)
                        .filter(by -> graph.suppressedBy(by).contains(card.id()))
                        .max(Comparator.comparing(by -> graph.stationOf(by).orElse(Station.REQUEST_QUEUE)))
                        .ifPresent(by -> suppressed.add(new Suppressed(card.id(), by)));
            }
        }
        return suppressed;
    }

    /** Those that compete to be the principal one, the winner first. */
    private List<String> bottlenecks(Map<RuleCard, Finding> found) {
        Comparator<String> downstreamFirst = Comparator.comparing(this::station).reversed();
        Comparator<String> causeFirst = Comparator.comparing(rule -> isExplained(rule, found));
        Comparator<String> worseFirst = Comparator.comparing(rule -> severityOf(rule, found));
        return found.keySet().stream()
                .filter(card -> card.lane() == Lane.SATURATION
                        && graph.stationOf(card.id()).isPresent())
                .map(RuleCard::id)
                .sorted(downstreamFirst.thenComparing(causeFirst).thenComparing(worseFirst))
                .toList();
    }

    private @Nullable String next(List<String> bottlenecks) {
        return bottlenecks.stream()
                .skip(1)
                .filter(rule -> !graph.leadsTo(bottlenecks.get(0), rule))
                .findFirst()
                .orElse(null);
    }

    private List<RankedFinding> ranked(Map<RuleCard, Finding> found, Optional<String> principal) {
        return found.entrySet().stream()
                .map(entry -> ranked(entry.getKey(), entry.getValue(), principal))
                .sorted(Comparator.comparing((RankedFinding ranked) -> !ranked.principal())
                        .thenComparing(ranked -> ranked.finding().severity())
                        .thenComparing(ranked -> ranked.rule().lane()))
                .toList();
    }

    private RankedFinding ranked(RuleCard card, Finding finding, Optional<String> principal) {
        List<String> suppresses = rules.stream()
                .map(rule -> rule.card().id())
                .filter(graph.suppressedBy(card.id())::contains)
                .toList();
        return new RankedFinding(
                card, finding, principal.filter(card.id()::equals).isPresent(), suppresses);
    }

    private Station station(String rule) {
        return graph.stationOf(rule).orElseThrow();
    }

    private boolean isExplained(String rule, Map<RuleCard, Finding> found) {
        return found.keySet().stream().anyMatch(card -> graph.leadsTo(card.id(), rule));
    }

    private static Severity severityOf(String rule, Map<RuleCard, Finding> found) {
        return found.entrySet().stream()
                .filter(entry -> entry.getKey().id().equals(rule))
                .findFirst()
                .orElseThrow()
                .getValue()
                .severity();
    }
}
