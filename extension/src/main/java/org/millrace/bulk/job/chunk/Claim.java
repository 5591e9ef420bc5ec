package org.millrace.bulk.job.chunk;

/**
 * The right to write one chunk, until its lease expires or another node claims the chunk.
 *
 * @param seq the chunk's place in its part, from 0
 * @param token the fencing token: higher than that of any claim of the job before
 * @param records how many the chunk has
 * @param done how many of them have an outcome in the ledger already: the first ones
 * @param attempts how often the chunk was claimed, this time included
 * @param errorsLeft how many of its records may be rejected or fail
 */
public record Claim(
        String jobId,
        int part,
        String uploadId,
        int seq,
        long token,
        int records,
        int done,
        int attempts,
        long errorsLeft) {}
