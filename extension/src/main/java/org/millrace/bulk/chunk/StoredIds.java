package org.millrace.bulk.chunk;

import java.util.Set;

/** Looks for ids in the database. Called from the import's own threads, outside of any transaction. */
@FunctionalInterface
public interface StoredIds {
    /**
     * Those of these ids that are there.
     *
     * @throws RuntimeException if the database does not say
     */
    Set<String> among(Set<String> ids);
}
