package org.millrace.bulk.entity.group;

/**
 * What no two groups of a realm share.
 *
 * @param parentId what the database has for the parent, at the top too
 */
public record GroupKey(String parentId, String name) {}
