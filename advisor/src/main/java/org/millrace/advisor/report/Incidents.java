package org.millrace.advisor.report;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.rule.Severity;

/** Keeps a report of each change of the principal finding, in memory, and writes one log line for it. Bounded; thread-safe. */
public final class Incidents {

    private static final Logger LOG = System.getLogger(Incidents.class.getName());

    /** Time during which a newer report replaces that of an incident, because there are few samples at its beginning. */
    private static final Duration REFINED = Duration.ofSeconds(60);

    /** A finding that comes back as soon continues its incident. */
    private static final Duration SAME = Duration.ofSeconds(60);

    private static final int LONGEST_LINE = 600;

    private static final DateTimeFormatter ID =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final int most;

    /** Sets the ids of this process apart from those of other nodes that see the same at the same second. */
    private final String suffix = UUID.randomUUID().toString().substring(0, 6);

    private final Deque<Incident> incidents = new ArrayDeque<>();

    /** @param most incidents to keep */
    public Incidents(int most) {
        this.most = most;
    }

    /** Takes account of a diagnosis; the report is asked for only if it is kept. */
    public void observe(Diagnosis diagnosis, Supplier<Report> report) {
        Optional<RankedFinding> principal =
                diagnosis.principalFinding().filter(ranked -> ranked.finding().severity() != Severity.INFO);
        Optional<String> line;
        synchronized (this) {
            line = update(principal, diagnosis, report);
        }
        line.ifPresent(text -> LOG.log(Level.WARNING, text));
    }

    private Optional<String> update(Optional<RankedFinding> principal, Diagnosis diagnosis, Supplier<Report> report) {
        Instant now = diagnosis.at().truncatedTo(ChronoUnit.MILLIS);
        Incident last = incidents.peekFirst();
        String rule = principal.map(ranked -> ranked.rule().id()).orElse("");
        if (last != null
                && last.rule().equals(rule)
                && (last.until() == null || last.until().isAfter(now.minus(SAME)))) {
            boolean young = last.since().plus(REFINED).isAfter(now);
            replaceFirst(young ? last.with(report.get()) : last.until(null));
            return Optional.empty();
        }
        if (last != null && last.until() == null) {
            replaceFirst(last.until(now));
        }
        return principal.map(ranked -> {
            incidents.addFirst(new Incident(ID.format(now) + "-" + rule + "-" + suffix, rule, now, null, report.get()));
            while (incidents.size() > most) {
                incidents.removeLast();
            }
            return line(ranked, diagnosis);
        });
    }

    private void replaceFirst(Incident incident) {
        incidents.removeFirst();
        incidents.addFirst(incident);
    }

    private static String line(RankedFinding ranked, Diagnosis diagnosis) {
        String line = "Principal finding " + ranked.rule().id() + ", "
                + (ranked.finding().severity() == Severity.CRITICAL ? "critical" : "warning") + ": "
                + ranked.rule().title() + ". "
                + Headline.doNow(diagnosis).map(action -> "Do now: " + action).orElse("");
        String oneLine = line.replaceAll("\\s+", " ").strip();
        return oneLine.length() > LONGEST_LINE ? oneLine.substring(0, LONGEST_LINE) + "..." : oneLine;
    }

    /** Latest first. */
    public synchronized List<Incident> all() {
        return List.copyOf(incidents);
    }

    /** Empty if there is none of this id, or no longer. */
    public synchronized Optional<Incident> find(String id) {
        return incidents.stream().filter(incident -> incident.id().equals(id)).findFirst();
    }
}
