package org.millrace.bulk.job;

import org.jspecify.annotations.Nullable;

/**
 * One job as the database has it. Times are milliseconds since the epoch by the database's clock.
 *
 * @param options as they were given, a JSON object
 * @param caller on whose behalf it is done, see {@link org.millrace.server.caller.Caller#detached}
 * @param total records of all parts; null before the start
 * @param attempts how often work on it was begun: its start, and each time after a node was lost
 * @param runningSince null unless it runs
 * @param ranMillis how long it ran before that, pauses left out
 * @param problem a code of why it failed; null otherwise
 * @param detail a sentence of why it failed; null otherwise
 * @param lastToken the fencing token of the latest claim of one of its chunks; 0 before the first
 * @param source the name of the work queue that its records come from; null if they are uploaded
 * @param ownerId id of the user who created it; null for a job of an earlier version
 * @param owner user name of that user when the job was created; null for a job of an earlier version
 * @param undoOf id of the job that this one undoes; null for an import
 */
public record Job(
        String id,
        String realmId,
        String entity,
        JobState state,
        String options,
        String caller,
        @Nullable Long total,
        int attempts,
        long createdAt,
        @Nullable Long startedAt,
        @Nullable Long runningSince,
        long ranMillis,
        @Nullable Long finishedAt,
        @Nullable String problem,
        @Nullable String detail,
        long lastToken,
        @Nullable String source,
        @Nullable String ownerId,
        @Nullable String owner,
        @Nullable String undoOf) {

    /** How long it has run until then, pauses left out, in milliseconds. */
    public long ranUntil(long now) {
        return ranMillis + (runningSince == null ? 0 : Math.max(0, now - runningSince));
    }

    /** Without the caller, whose claims name a person. */
    @Override
    public String toString() {
        return "Job[" + id + ", " + state.word() + "]";
    }
}
