package org.millrace.bulk.entity.group.container;

/**
 * The unique key of a group in a realm.
 *
 * @param parentId stored parent id, also at the top
 */
public record GroupKey(String parentId, String name) {}
