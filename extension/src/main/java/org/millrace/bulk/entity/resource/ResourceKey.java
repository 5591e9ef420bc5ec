package org.millrace.bulk.entity.resource;

/** What no two authorization resources have in common: the client that they are of, their owner, and their name. */
public record ResourceKey(String serverId, String ownerId, String name) {}
