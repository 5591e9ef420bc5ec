package org.millrace.bulk.job;

import org.millrace.bulk.chunk.ChunkAbandonedException;

/** Another node has claimed the chunk, or the job has ended: the transaction is rolled back. */
final class LeaseLostException extends ChunkAbandonedException {
    private static final long serialVersionUID = 1L;

    LeaseLostException(Claim claim) {
        super("chunk " + claim.seq() + " of part " + claim.part() + " is no longer this node's");
    }
}
