package org.millrace.bulk.chunk;

import java.util.Set;

/** Looks up ids in the database. Called from the import's own threads, outside of any transaction. */
@FunctionalInterface
public interface StoredIds {
    /**
     * The subset of ids that exist.
     *
     * @throws RuntimeException if the database does not answer
     */
    Set<String> among(Set<String> ids);
}
