package org.millrace.bulk.entity.role;

/** What no two roles have in common: the realm or the client that they belong to, and their name. */
public record RoleKey(String containerId, String name) {}
