package org.millrace.bulk.job.run;

import org.millrace.bulk.job.chunk.Claim;

/** The result of a request for a chunk. */
sealed interface Claiming {
    /** A chunk to write. */
    record Granted(Claim claim) implements Claiming {}

    /** Nothing can be begun now; others are at work, or have to end first. */
    record Wait() implements Claiming {}

    /** Nothing is left to do: the job is at its end. */
    record Done() implements Claiming {}
}
