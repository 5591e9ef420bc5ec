package org.millrace.bulk.entity;

import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.writer.model.ModelChunk;

/** One kind of thing, of which there may be records among others in one stream. Immutable. */
public interface RecordType extends EntityType {
    /** Its name as the type of one record among others, such as {@code user}. */
    String word();

    /** The class of its records. */
    Class<? extends ImportRecord> kind();

    /** Writes records among others in the one transaction of a dry run. */
    ModelChunk dryRunChunk(WritingRequest request);
}
