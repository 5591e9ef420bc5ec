package org.millrace.advisor.diagnosis;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.millrace.advisor.diagnosis.Diagnosis.Suppressed;
import org.millrace.advisor.diagnosis.Diagnosis.Unanswered;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.TimeModel;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Station;
import org.millrace.advisor.rule.Thresholds;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.MachineUse;

/**
 * Evaluates all rules and orders the results by the causal graph. Thread-safe; its only state are the failures that it has
 * logged.
 *
 * <p>The principal bottleneck explains the category of the time model with most of the request time in the last minute; if no
 * rule does, the category itself is reported. Without a time model it is the finding at the most downstream saturated station or,
 * if others explain that one, their root. Safety findings are never suppressed and never principal, and neither is an info.
 */
public final class Diagnostician {

    private static final Logger LOG = System.getLogger(Diagnostician.class.getName());

    /** Without a database that accepts writes hardly a request succeeds, and hardly one waits. */
    private static final List<String> OUTAGES = List.of(RuleId.DATABASE_UNREACHABLE, RuleId.DATABASE_READ_ONLY);

    /** Time range for the selection of the principal finding. */
    static final Duration RECENT = Duration.ofSeconds(60);

    /** A finding that does not hold in this time is over. */
    static final Duration ACTIVE = Duration.ofSeconds(30);

    private final List<Rule> rules;
    private final CausalGraph graph;
    private final Thresholds thresholds;
    private final Set<String> failed = ConcurrentHashMap.newKeySet();

    public Diagnostician(List<Rule> rules, CausalGraph graph) {
        this(rules, graph, Thresholds.STANDARD);
    }

    public Diagnostician(List<Rule> rules, CausalGraph graph, Thresholds thresholds) {
        this.rules = List.copyOf(rules);
        this.graph = graph;
        this.thresholds = thresholds;
    }

    /** Of the window alone. */
    public Diagnosis diagnose(Window window, Instant now) {
        return diagnose(window, now, new Hysteresis(InstantSource.fixed(now)), new FindingHistory(), false);
    }

    /**
     * The diagnosis of a window, in the context of previous diagnoses.
     *
     * @param history start of present findings; not modified
     */
    public Diagnosis diagnose(Window window, Instant now, FindingHistory history) {
        return diagnose(window, now, new Hysteresis(InstantSource.fixed(now)), history, false);
    }

    /**
     * @param now to be shown
     * @param hysteresis state of the previous diagnoses, updated by this one
     * @param history the previous diagnoses; this one is added
     */
    public Diagnosis diagnose(Window window, Instant now, Hysteresis hysteresis, FindingHistory history) {
        return diagnose(window, now, hysteresis, history, true);
    }

    private Diagnosis diagnose(
            Window window, Instant now, Hysteresis hysteresis, FindingHistory history, boolean published) {
        Window recent = window.last(RECENT);
        Window active = recent.last(ACTIVE);
        Map<RuleCard, Finding> found = new LinkedHashMap<>();
        List<String> healthy = new ArrayList<>();
        List<Unanswered> skipped = new ArrayList<>();
        for (Rule rule : rules) {
            Verdict current = current(rule, window, recent, active);
            Verdict verdict = hysteresis.steady(rule.card().id(), current);
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
        TimeModel model = recent.timeModel();
        CausalGraph causes = sharesProcessors(found) ? graph.withSharedProcessors() : graph;
        Bottlenecks candidates = new Bottlenecks(causes, found);
        List<String> bottlenecks = byTime(candidates.all(), found, active, model, causes);
        List<RankedFinding> ranked = ConsistentChanges.of(
                ranked(found, suppressed, bottlenecks.stream().findFirst()), window);
        if (published) {
            history.observe(ranked, now);
        }
        List<RankedFinding> dated = ranked.stream()
                .map(each -> each.since(history.since(each.rule().id()).orElse(now)))
                .toList();
        return new Diagnosis(
                now,
                window.length(),
                dated,
                candidates.next(bottlenecks),
                healthy,
                skipped,
                suppressed,
                history.recent(now.minus(window.length())).stream()
                        .filter(ended -> ended.lane() == Lane.SATURATION)
                        .filter(ended -> ended.finding().severity() != Severity.INFO)
                        .toList(),
                model);
    }

    /**
     * The present result of a rule. A rule about waits evaluates the last minute, and the whole window only if a minute is too
     * short for it; a condition that ended before the last half minute is over.
     */
    private Verdict current(Rule rule, Window window, Window recent, Window active) {
        Verdict verdict = judge(rule, recent);
        if (rule.card().lane() != Lane.SATURATION) {
            return recent == window ? verdict : judge(rule, window);
        }
        if (recent != window && !(verdict instanceof Finding)) {
            Verdict whole = judge(rule, window);
            boolean latent = whole instanceof Finding finding && !finding.symptom();
            verdict = verdict instanceof Verdict.Skipped || latent ? whole : verdict;
        }
        boolean isOver = active != recent
                && verdict instanceof Finding symptom
                && symptom.symptom()
                && judge(rule, active) instanceof Verdict.Healthy;
        return isOver ? Verdict.healthy() : verdict;
    }

    /** The order of the bottlenecks by where requests spend their time; as given if that is not known. */
    private List<String> byTime(
            List<String> bottlenecks,
            Map<RuleCard, Finding> found,
            Window active,
            TimeModel model,
            CausalGraph causes) {
        Optional<String> outage = found.entrySet().stream()
                .filter(entry -> entry.getValue().severity() == Severity.CRITICAL)
                .map(entry -> entry.getKey().id())
                .filter(rule -> OUTAGES.contains(rule) && bottlenecks.contains(rule))
                .findFirst();
        if (outage.isPresent()) {
            return Bottlenecks.first(outage.get(), bottlenecks);
        }
        TimeModel now = active.timeModel();
        TimeRanking ranking = new TimeRanking(model, now, causes, bottlenecks);
        if (!ranking.isKnown()) {
            return bottlenecks;
        }
        Optional<MachineUse> usedUp = TimeFinding.usedUp(active);
        for (TimeRanking.Group group : ranking.groups(bottlenecks)) {
            Optional<String> rule = explaining(group, bottlenecks, ranking, causes);
            if (rule.isPresent()) {
                return Bottlenecks.first(rule.get(), bottlenecks);
            }
            for (TimeRanking.Group waiting : ranking.unexplained(group, usedUp)) {
                TimeCategory category = ranking.named(waiting);
                Optional<Finding> unexplained = TimeFinding.of(category, waiting.requests(), now, active);
                if (unexplained.isPresent()) {
                    RuleCard card = TimeFinding.card(category);
                    found.put(card, unexplained.get());
                    return Bottlenecks.first(card.id(), bottlenecks);
                }
            }
        }
        // Findings without a station on the way of a request are about what users see.
        // Without connection slots, a request that needs a new connection fails.
        return bottlenecks.stream()
                .filter(rule -> causes.categoriesOf(rule).isEmpty())
                .findFirst()
                .or(() -> bottlenecks.stream()
                        .filter(RuleId.CONNECTION_SLOTS::equals)
                        .findFirst())
                .map(rule -> Bottlenecks.first(rule, bottlenecks))
                .orElse(List.of());
    }

    /** By the evidence of the finding about too many threads. */
    private static boolean sharesProcessors(Map<RuleCard, Finding> found) {
        return found.entrySet().stream()
                .filter(entry -> entry.getKey().id().equals(RuleId.TOO_MANY_THREADS))
                .flatMap(entry -> entry.getValue().observed().stream())
                .anyMatch(observed -> observed.signal().equals(TimeSignals.DATABASE_PROCESSORS.name()));
    }

    private static Optional<String> explaining(
            TimeRanking.Group group, List<String> bottlenecks, TimeRanking ranking, CausalGraph causes) {
        List<String> rules = bottlenecks.stream()
                .filter(rule -> ranking.intersects(rule, group.categories()))
                .toList();
        double most = rules.stream().mapToDouble(ranking::requests).max().orElse(0);
        List<String> main = rules.stream()
                .filter(rule -> ranking.requests(rule) >= most / 2)
                .toList();
        // A cause comes before its effects, also if requests wait at another place for it.
        return main.stream()
                .findFirst()
                .map(rule -> rootOf(rule, concerned(rule, rules, bottlenecks, ranking, causes), causes));
    }

    /** The rules of a group, and all that explain a part of what one of them explains outside of it. */
    private static List<String> concerned(
            String rule, List<String> rules, List<String> bottlenecks, TimeRanking ranking, CausalGraph causes) {
        Set<TimeCategory> own = causes.categoriesOf(rule);
        return bottlenecks.stream()
                .filter(other -> rules.contains(other) || ranking.intersects(other, own))
                .toList();
    }

    private static String rootOf(String rule, List<String> rules, CausalGraph graph) {
        return rules.stream()
                .filter(other -> graph.isCause(other, rule))
                .filter(other -> rules.stream().noneMatch(further -> graph.isCause(further, other)))
                .findFirst()
                .orElse(rule);
    }

    /** The defect of one rule must not cost the others' answers, and is logged once: it would come back each time. */
    private Verdict judge(Rule rule, Window window) {
        try {
            return rule.judge(window, thresholds);
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
                found.entrySet().stream()
                        .filter(entry -> holdsBack(entry.getKey(), entry.getValue(), card.id()))
                        .map(entry -> entry.getKey().id())
                        .max(Comparator.comparing(by -> graph.stationOf(by).orElse(Station.REQUEST_QUEUE)))
                        .ifPresent(by -> suppressed.add(new Suppressed(card.id(), by)));
            }
        }
        return suppressed;
    }

    /** A finding without symptom never suppresses one with a symptom. */
    private boolean holdsBack(RuleCard card, Finding finding, String rule) {
        return finding.symptom() && graph.suppressedBy(card.id()).contains(rule);
    }

    private List<RankedFinding> ranked(
            Map<RuleCard, Finding> found, List<Suppressed> suppressed, Optional<String> principal) {
        return found.entrySet().stream()
                .map(entry -> ranked(entry.getKey(), entry.getValue(), suppressed, principal))
                .sorted(Comparator.comparing((RankedFinding ranked) -> !ranked.principal())
                        .thenComparing(ranked -> ranked.finding().severity())
                        .thenComparing(RankedFinding::lane))
                .toList();
    }

    private RankedFinding ranked(
            RuleCard card, Finding finding, List<Suppressed> suppressed, Optional<String> principal) {
        List<String> suppresses = suppressed.stream()
                .map(Suppressed::rule)
                .filter(held -> holdsBack(card, finding, held))
                .toList();
        return new RankedFinding(
                card, finding, principal.filter(card.id()::equals).isPresent(), suppresses);
    }
}
