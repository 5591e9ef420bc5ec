package org.millrace.bulk.entity.resource;

/** Unique key of an authorization resource: the id of its resource server, the id of its owner, and its name. */
public record ResourceKey(String serverId, String ownerId, String name) {}
