package org.millrace.bulk.entity.client;

import java.util.Set;

/** Names that clients have, asked for many at once. Called inside the session's transaction. */
@FunctionalInterface
public interface ClientNames {
    /**
     * Those of the names that are taken.
     *
     * @param ids of clients in whatever realm
     * @param clientIds of the realm's own clients
     */
    Taken among(Set<String> ids, Set<String> clientIds);

    /** Names that clients have; sets that may grow. */
    record Taken(Set<String> ids, Set<String> clientIds) {}
}
