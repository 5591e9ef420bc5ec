package org.millrace.bulk.record.field;

/**
 * Where a record stood in the body.
 *
 * @param line the 1-based line of line-based formats, the 1-based index of the record otherwise
 */
public record Position(long line) {}
