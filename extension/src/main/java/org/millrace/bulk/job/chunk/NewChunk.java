package org.millrace.bulk.job.chunk;

import java.util.List;
import org.millrace.bulk.format.Entry;

/**
 * A chunk to be stored.
 *
 * @param seq its index in its part, from 0
 * @param keys see {@link ChunkKeys}
 * @param block see {@link RecordBlock}
 */
public record NewChunk(String uploadId, String jobId, int part, int seq, int records, byte[] keys, byte[] block) {
    /** Packs records, and what their entries say of their keys. */
    public static NewChunk of(
            String uploadId, String jobId, int part, int seq, List<Entry> entries, List<StoredRecord> records) {
        return new NewChunk(
                uploadId,
                jobId,
                part,
                seq,
                records.size(),
                ChunkKeys.of(entries).bytes(),
                RecordBlock.pack(records));
    }

    /** How many bytes it takes as stored. */
    public long bytes() {
        return (long) keys.length + block.length;
    }

    /** A record may hold passwords. */
    @Override
    public String toString() {
        return "NewChunk[" + uploadId + "/" + seq + "]";
    }
}
