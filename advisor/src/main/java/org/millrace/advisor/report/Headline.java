package org.millrace.advisor.report;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.rule.Finding;

/** The first line of a report: what is wrong, since when, and what to do now. */
public final class Headline {

    private static final DateTimeFormatter LOCAL_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss z", Locale.ENGLISH).withZone(ZoneId.systemDefault());

    /** An advice begins with one of them. */
    private static final Set<String> IMPERATIVES = Set.of(
            "Add",
            "Apply",
            "ANALYZE",
            "Ask",
            "Bring",
            "CALL",
            "Check",
            "CREATE",
            "Create",
            "Drop",
            "End",
            "EXPLAIN",
            "Find",
            "Give",
            "Have",
            "Increase",
            "Install",
            "Keep",
            "Let",
            "Limit",
            "Look",
            "Lower",
            "Make",
            "Move",
            "Put",
            "Raise",
            "Reduce",
            "Remove",
            "Restart",
            "Run",
            "Search",
            "See",
            "SELECT",
            "Set",
            "Shorten",
            "Start",
            "Stop",
            "Switch",
            "Take",
            "Use",
            "VACUUM",
            "Wait");

    private Headline() {}

    /** What is wrong and since when, in UTC as in all JSON. */
    public static String summary(Diagnosis diagnosis) {
        return summary(
                diagnosis, instant -> instant.truncatedTo(ChronoUnit.SECONDS).toString());
    }

    /** The same with the local time. */
    public static String localSummary(Diagnosis diagnosis) {
        return summary(diagnosis, Headline::localTime);
    }

    private static String summary(Diagnosis diagnosis, Function<Instant, String> time) {
        Optional<RankedFinding> principal = diagnosis.principalFinding();
        if (principal.isPresent()) {
            @Nullable Instant since = principal.get().since();
            return principal.get().rule().title() + (since == null ? "" : ", since " + time.apply(since)) + ".";
        }
        if (diagnosis.findings().isEmpty()) {
            return "No finding.";
        }
        return "No bottleneck now.";
    }

    /** What to do about the principal finding; empty without one. */
    public static Optional<String> doNow(Diagnosis diagnosis) {
        return diagnosis.principalFinding().map(principal -> action(principal.finding()));
    }

    private static String action(Finding finding) {
        return finding.change()
                .map(change -> change.apply().stream().map(Headline::step).collect(Collectors.joining("; ")))
                .map(steps -> sentence(steps))
                .orElseGet(() -> advice(finding.why()));
    }

    private static String step(Step step) {
        return step.to() == null ? "unset " + step.name() : "set " + step.name() + " to " + step.to();
    }

    private static String sentence(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }

    /** The sentences from the first advice on; the last sentence where none begins like one. */
    private static String advice(String why) {
        List<String> sentences = List.of(why.split("(?<=[.:]) (?=[A-Z])"));
        for (int i = 0; i < sentences.size(); i++) {
            if (IMPERATIVES.contains(sentences.get(i).split("[ ,]", 2)[0])) {
                return String.join(" ", sentences.subList(i, sentences.size()));
            }
        }
        return sentences.get(sentences.size() - 1);
    }

    /** Since when a finding fires. */
    public static String since(@Nullable Instant since) {
        return since == null ? "" : ", since " + localTime(since);
    }

    /** With its end, if it is over. */
    public static String span(RankedFinding ranked) {
        String begin = ranked.since() == null ? "" : "from " + localTime(ranked.since()) + " ";
        return ranked.until() == null ? begin : begin + "until " + localTime(ranked.until());
    }

    /** Date and time to the second in the time zone of the server, such as {@code 2026-11-25 21:04:05 UTC}. */
    public static String localTime(Instant instant) {
        return LOCAL_TIME.format(instant);
    }
}
