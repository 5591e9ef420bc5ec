package org.millrace.bulk.format;

/**
 * How large a record may be: what exceeds a limit is one unreadable entry, and costs no more memory than the limit.
 *
 * @param maxBytes of its text
 * @param maxNesting of lists and objects in each other
 * @param maxValues of all its lists together
 */
public record RecordLimits(int maxBytes, int maxNesting, int maxValues) {}
