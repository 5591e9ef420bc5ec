package org.millrace.bulk.chunk;

import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.outcome.Outcome;

/** Writes the chunks of one import and counts how foreign keys were checked in the transactions that were committed. Safe for any thread. */
public final class CountedForeignKeyChecks implements ChunkWriter {
    private final TransactionalWriter writer;
    private final Map<String, Long> transactions = new ConcurrentHashMap<>();

    /** Writes through another writer. */
    public CountedForeignKeyChecks(TransactionalWriter writer) {
        this.writer = writer;
    }

    @Override
    public List<Outcome> write(Chunk chunk) throws ChunkFailedException {
        Noted noted = new Noted();
        List<Outcome> outcomes = writer.write(chunk, noted);
        if (noted.how != null) {
            transactions.merge(noted.how.word(), 1L, Long::sum);
        }
        return outcomes;
    }

    /** Transactions by {@link ForeignKeyChecks#word()}; empty unless the operator lets checks be made once for each chunk. */
    public Map<String, Long> transactions() {
        return new TreeMap<>(transactions);
    }

    private static final class Noted implements ChunkCommit {
        private @Nullable ForeignKeyChecks how;

        @Override
        public void foreignKeysChecked(ForeignKeyChecks checks) {
            how = checks;
        }

        @Override
        public boolean hasRows() {
            return false;
        }

        @Override
        public void begun(Connection connection) {}

        @Override
        public void written(Connection connection, List<Outcome> outcomes) {}
    }
}
