package org.millrace.bulk.entity.role;

/** Composite role and one of its members. */
public record RolePart(String compositeId, String partId) {}
