package org.millrace.bulk.writer.model;

/** That a role contains another. */
public record RolePart(String compositeId, String partId) {}
