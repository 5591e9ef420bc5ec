package org.millrace.bulk.entity.role;

/** That a role contains another. */
public record RolePart(String compositeId, String partId) {}
