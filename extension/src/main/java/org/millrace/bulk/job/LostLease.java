package org.millrace.bulk.job;

/** Somebody else has the chunk by now, or the job was ended: what was written for it is rolled back. */
final class LostLease extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostLease(Claim claim) {
        super("chunk " + claim.seq() + " of part " + claim.part() + " is no longer this node's");
    }
}
