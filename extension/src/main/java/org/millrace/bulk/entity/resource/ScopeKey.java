package org.millrace.bulk.entity.resource;

/** Unique key of an authorization scope: the id of its resource server, and its name. */
public record ScopeKey(String serverId, String name) {}
