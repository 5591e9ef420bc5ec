package org.millrace.bulk.job.run;

import org.millrace.bulk.chunk.ChunkAbandonedException;
import org.millrace.bulk.job.chunk.Claim;

/** Another node has claimed the chunk, or the job has ended: the transaction is rolled back. */
final class LeaseLostException extends ChunkAbandonedException {
    private static final long serialVersionUID = 1L;

    LeaseLostException(Claim claim) {
        super("chunk " + claim.seq() + " of part " + claim.part() + " is claimed by another node");
    }
}
