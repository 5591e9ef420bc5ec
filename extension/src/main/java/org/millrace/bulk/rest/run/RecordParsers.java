package org.millrace.bulk.rest.run;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.parser.OperationParser;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.registry.EntityTypes;
import org.millrace.bulk.registry.UndoWriting;

/** The parsers of records, one for each entity. Thread-safe. */
public final class RecordParsers {
    private final RecordLimits limits;
    private final Map<String, RecordParser> parsers = new ConcurrentHashMap<>();
    private final RecordParser undo = UndoWriting.parser();

    RecordParsers(RecordLimits limits) {
        this.limits = limits;
    }

    /**
     * Reads records of an entity. Safe for any thread.
     *
     * @throws IllegalStateException if this version does not import it, as may be of a job that another one made
     */
    public RecordParser of(String entity) {
        return parsers.computeIfAbsent(
                entity,
                name -> new OperationParser(
                        limits, EntityTypes.required(name).parser(limits), EntityTypes.deletable()));
    }

    /** Reads the stored records of a job. Safe for use by several threads. */
    RecordParser ofJob(Job job) {
        return job.undoOf() == null ? of(job.entity()) : undo;
    }
}
