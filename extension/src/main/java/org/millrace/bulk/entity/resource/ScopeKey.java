package org.millrace.bulk.entity.resource;

/** What no two authorization scopes have in common: the client that they are of, and their name. */
public record ScopeKey(String serverId, String name) {}
