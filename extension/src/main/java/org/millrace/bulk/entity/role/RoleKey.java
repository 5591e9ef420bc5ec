package org.millrace.bulk.entity.role;

/** Unique key of a role: the id of its realm or client, and its name. */
public record RoleKey(String containerId, String name) {}
