package org.millrace.bulk.chunk;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.field.Violation;

/** Outcomes of records and of what could not be read as one. */
public final class Outcomes {
    private Outcomes() {}

    /** The outcome of a place that holds no record. */
    public static Outcome unreadable(Entry.Unreadable entry) {
        return new Outcome.Rejected(entry.position(), entry.key(), entry.problems(), List.of());
    }

    /** The outcome of a record that is at fault. */
    public static Outcome rejected(ImportRecord item, List<Violation> problems) {
        return new Outcome.Rejected(item.position(), item.key(), problems, item.warnings());
    }

    /** The outcome of a record that was not written for a reason other than itself. */
    public static Outcome failed(ImportRecord item, Violation violation) {
        return new Outcome.Failed(item.position(), item.key(), List.of(violation), item.warnings());
    }

    /** The outcome of a record that made a new entity. */
    public static Outcome created(ImportRecord item, String id) {
        return new Outcome.Created(item.position(), item.key(), id, item.warnings());
    }

    /** The outcome of an entry whose turn never came. */
    public static Outcome unprocessed(Entry entry) {
        Optional<String> key =
                entry instanceof Entry.Readable readable ? readable.item().key() : ((Entry.Unreadable) entry).key();
        return new Outcome.Unprocessed(entry.position(), key);
    }

    /** How many of them count as problems. */
    public static long problems(List<Outcome> outcomes) {
        return outcomes.stream().filter(Outcome::isProblem).count();
    }

    /** Applies a step to each record of a chunk in order, up to the maximum of problems. */
    public static List<Outcome> ofEach(Chunk chunk, Function<ImportRecord, Outcome> step) {
        List<Outcome> outcomes = new ArrayList<>(chunk.size());
        long problems = 0;
        for (Entry entry : chunk.entries()) {
            Outcome outcome = problems >= chunk.maxProblems() ? unprocessed(entry) : outcome(entry, step);
            problems += outcome.isProblem() ? 1 : 0;
            outcomes.add(outcome);
        }
        return outcomes;
    }

    private static Outcome outcome(Entry entry, Function<ImportRecord, Outcome> step) {
        return entry instanceof Entry.Readable readable
                ? step.apply(readable.item())
                : unreadable((Entry.Unreadable) entry);
    }
}
