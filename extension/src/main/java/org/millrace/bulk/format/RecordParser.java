package org.millrace.bulk.format;

import org.millrace.bulk.record.field.Position;

/** Makes an entry of the bytes of one record. Used by one thread at a time. */
@FunctionalInterface
public interface RecordParser {
    /**
     * Reads one record.
     *
     * @param bytes holds the record's text; belongs to the caller and changes afterwards
     * @return the record, or its problems; never throws because of the content
     */
    Entry parse(byte[] bytes, int offset, int length, Position position);

    /**
     * A parser for the records of an export file.
     *
     * @param names context for the names in the file
     */
    default RecordParser ofExport(ExportedNames names) {
        return this;
    }
}
