package org.millrace.bulk.entity.client;

import java.util.Set;

/** Batch lookup of existing client ids. Called inside the session's transaction. */
@FunctionalInterface
public interface ClientNames {
    /**
     * The subset of existing clients.
     *
     * @param ids ids of clients, across realms
     * @param clientIds client ids of the realm
     */
    Taken among(Set<String> ids, Set<String> clientIds);

    /** Names that clients have; sets that may grow. */
    record Taken(Set<String> ids, Set<String> clientIds) {}
}
