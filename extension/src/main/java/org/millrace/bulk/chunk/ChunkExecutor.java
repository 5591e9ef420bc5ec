package org.millrace.bulk.chunk;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.field.Violation;
import org.millrace.server.caller.InactiveCallerException;

/**
 * Writes a chunk in as many transactions as necessary, for direct imports and jobs. It retries according to the
 * {@link RetryPolicy}, and halves a rejected chunk until the failing record is isolated. Thread-safe.
 */
public final class ChunkExecutor {
    private static final Logger LOG = Logger.getLogger(ChunkExecutor.class);

    /**
     * Unexpected exceptions of one chunk after which its remaining records fail. An unexpected exception may concern one record,
     * or all of them, for example after the removal of the realm: the bound isolates several failing records of a large chunk.
     */
    private static final int MAX_UNEXPECTED = 100;

    /**
     * Retries of isolated records of one chunk after unexpected exceptions, with pauses of 0.75 seconds in total. After a role, group or
     * organization was removed, Keycloak's cached objects refer to it for some milliseconds and throw such exceptions.
     */
    private static final int MAX_RETRIES_ALONE = 4;

    private static final Violation UNEXPECTED =
            new Violation("internal-error", null, "Unexpected error; see the server log", true);

    private final ConcurrencyLimiter limiter;
    private final RetryPolicy retries;
    private volatile boolean failing;

    /** @param limiter admits each transaction */
    public ChunkExecutor(ConcurrencyLimiter limiter, RetryPolicy retries) {
        this.limiter = limiter;
        this.retries = retries;
    }

    /**
     * The writer of a chunk and the storage of its outcomes. Called on the thread that runs the chunk.
     *
     * @param <E> failure of storing outcomes
     */
    public interface Target<E extends Exception> {
        /** Whether another transaction may begin. */
        boolean isActive();

        /**
         * Writes entries in one transaction, and keeps their outcomes.
         *
         * @param first index of the first entry in the chunk
         * @return an outcome for each entry, in order
         * @throws ChunkFailedException if the database rejected the transaction
         * @throws ChunkAbandonedException if the chunk must not be continued
         */
        List<Outcome> write(int first, Chunk entries) throws ChunkFailedException, E;

        /**
         * Keeps the outcome of an entry that is at fault.
         *
         * @param index of the entry in the chunk
         */
        void reject(int index, Outcome outcome) throws E;

        /**
         * Keeps the results of entries that were not written for a reason other than themselves.
         *
         * @param first index of the first entry in the chunk
         * @return how many of the entries count as problems
         */
        long fail(int first, Chunk entries, Violation violation) throws E;

        /**
         * Called when the result of a commit is unknown (the failure has claims), when the database was unreachable for too long,
         * when the caller of the import is not active any more, and when a single record failed unexpectedly.
         *
         * @return true if another call writes the remaining entries later, so that this one ends; false to continue: the
         * transaction of unknown result is repeated, and the records of the other cases are reported as failed
         */
        boolean defer(ChunkFailedException failure) throws E, InterruptedException;
    }

    /**
     * Writes a chunk.
     *
     * @param work the import or job, among which the limiter shares its permits
     * @return how many entries have a result; fewer than all if the target became inactive or deferred the rest
     * @throws E if the target cannot keep outcomes
     * @throws InterruptedException if the server stops
     */
    public <E extends Exception> int run(Object work, Chunk chunk, Target<E> target) throws E, InterruptedException {
        return new Run<>(work, chunk, target).run();
    }

    private final class Run<E extends Exception> {
        private final Object work;
        private final Chunk chunk;
        private final Target<E> target;
        /** Where the parts of a halved chunk end; the first on top. */
        private final Deque<Integer> ends = new ArrayDeque<>();

        private final boolean divisible;
        private int done;
        private int size;
        private long problems;
        private int attempts;
        private int unexpected;
        private int retriesAlone;

        private Run(Object work, Chunk chunk, Target<E> target) {
            this.work = work;
            this.chunk = chunk;
            this.target = target;
            this.divisible = chunk.isDivisible();
        }

        private int run() throws E, InterruptedException {
            ends.push(chunk.size());
            size = chunk.size();
            boolean active = true;
            while (active && done < chunk.size()) {
                active = target.isActive() && step();
            }
            return done;
        }

        private Chunk next() {
            return new Chunk(chunk.entries().subList(done, done + size), chunk.maxProblems() - problems);
        }

        /** One transaction; false if nothing more is to be written here. */
        private boolean step() throws E, InterruptedException {
            try (ConcurrencyLimiter.Permit permit = limiter.enter(work, size)) {
                if (!target.isActive()) {
                    return false;
                }
                size = divisible ? Math.min(size, permit.records()) : size;
                List<Outcome> written = target.write(done, next());
                permit.written();
                retries.succeeded();
                failing = false;
                advance(written.size(), Outcomes.problems(written));
                return true;
            } catch (ChunkFailedException e) {
                attempts++;
                return isContinued(e);
            } catch (ChunkAbandonedException e) {
                throw e;
            } catch (InactiveCallerException e) {
                LOG.warnf("%d records were not written: %s", size, e.getMessage());
                ChunkFailedException failure =
                        new ChunkFailedException(ChunkFailedException.Fault.UNEXPECTED, UNEXPECTED, e);
                return !target.defer(failure) && fail(failure);
            } catch (RuntimeException e) {
                LOG.logf(
                        unexpected == 0 ? Logger.Level.ERROR : Logger.Level.DEBUG,
                        RedactedException.of(e),
                        "Transaction of %d records failed unexpectedly",
                        size);
                unexpected++;
                return isContinued(new ChunkFailedException(ChunkFailedException.Fault.UNEXPECTED, UNEXPECTED, e));
            }
        }

        private boolean isContinued(ChunkFailedException failure) throws E, InterruptedException {
            LOG.debugf(
                    RedactedException.of(failure),
                    "Transaction of %d records rejected: %s",
                    size,
                    failure.violation().code());
            if (!failure.claims().isEmpty() && target.defer(failure)) {
                return false;
            }
            return switch (failure.fault()) {
                case TRANSIENT -> retries.backOff(attempts - 1) || fail(failure);
                case UNREACHABLE -> retries.waitForDatabase(attempts) || (!target.defer(failure) && fail(failure));
                // The first time it may have lost a race, and sees the winner the next time.
                case RECORD -> attempts == 1 && ends.size() == 1 || halve() || reject(failure);
                case DATABASE -> fail(failure);
                case UNEXPECTED ->
                    unexpected - retriesAlone >= MAX_UNEXPECTED
                            ? failRest(failure)
                            : halve() || retryAlone() || (!target.defer(failure) && fail(failure));
            };
        }

        private boolean halve() {
            if (size == 1) {
                return false;
            }
            size /= 2;
            ends.push(done + size);
            return true;
        }

        private boolean retryAlone() {
            return retriesAlone < MAX_RETRIES_ALONE && retries.backOff(retriesAlone++);
        }

        private boolean reject(ChunkFailedException failure) throws E {
            Entry entry = next().entries().get(0);
            Outcome outcome = entry instanceof Entry.Readable readable
                    ? Outcomes.rejected(readable.item(), List.of(failure.violation()))
                    : Outcomes.unreadable((Entry.Unreadable) entry);
            target.reject(done, outcome);
            advance(1, 1);
            return true;
        }

        private boolean failRest(ChunkFailedException failure) throws E {
            size = chunk.size() - done;
            return fail(failure);
        }

        private boolean fail(ChunkFailedException failure) throws E {
            log(failure);
            advance(size, target.fail(done, next(), failure.violation()));
            return true;
        }

        /** With a stack trace only once until the database writes again. */
        private void log(ChunkFailedException failure) {
            String message = "The database did not write %d records: %s";
            String code = failure.violation().code();
            if (failure.fault() == ChunkFailedException.Fault.DATABASE && !failing) {
                failing = true;
                LOG.errorf(RedactedException.of(failure), message, size, code);
            } else {
                LOG.warnf(message, size, code);
            }
        }

        private void advance(int entries, long refused) {
            done += entries;
            problems += refused;
            attempts = 0;
            while (!ends.isEmpty() && ends.element() <= done) {
                ends.pop();
            }
            size = ends.isEmpty() ? 0 : ends.element() - done;
        }
    }
}
