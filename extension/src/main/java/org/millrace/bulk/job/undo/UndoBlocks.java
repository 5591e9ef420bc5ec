package org.millrace.bulk.job.undo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.chunk.BlockTable;
import org.millrace.bulk.job.chunk.StoredRecord;
import org.millrace.bulk.undo.UndoParser;

/** The records of undo jobs, which hold the states of entities before the import, secrets included. Thread-safe. */
public final class UndoBlocks {
    private final BlockTable blocks;

    /** Records in this database. */
    public UndoBlocks(JobDatabase database) {
        this.blocks = new BlockTable(database);
    }

    /**
     * Removes the states at the end of an undo job. Records that it has not processed keep their keys, for their outcomes. Another undo of the
     * same job makes records of its own.
     *
     * @param connection with the undo job's row locked
     */
    public void removeStates(Connection connection, String undoId) throws SQLException {
        blocks.removeDone(connection, undoId);
        for (int seq : blocks.chunks(connection, undoId)) {
            List<StoredRecord> records = blocks.records(connection, undoId, seq).orElseThrow().stream()
                    .map(UndoBlocks::withoutState)
                    .toList();
            blocks.replace(connection, undoId, seq, records);
        }
    }

    private static StoredRecord withoutState(StoredRecord record) {
        return record instanceof StoredRecord.Text text
                ? new StoredRecord.Text(text.position(), UndoParser.withoutImage(text.text()), text.isRepeatable())
                : record;
    }
}
