package org.millrace.bulk.job.undo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.chunk.ChunkState;
import org.millrace.bulk.job.chunk.RecordBlock;
import org.millrace.bulk.job.chunk.StoredRecord;
import org.millrace.bulk.undo.UndoParser;
import org.millrace.server.Sql;

/** The records of undo jobs, which hold the states of entities before the import, secrets included. Thread-safe. */
public final class UndoBlocks {
    private final JobDatabase database;

    /** Records in this database. */
    public UndoBlocks(JobDatabase database) {
        this.database = database;
    }

    /**
     * Removes the states at the end of an undo job. Records that it has not processed keep their keys, for their outcomes. Another undo of the
     * same job makes records of its own.
     *
     * @param connection with the undo job's row locked
     */
    public void removeStates(Connection connection, String undoId) throws SQLException {
        new Sql(
                        connection,
                        "DELETE FROM " + database.block() + " WHERE UPLOAD_ID = ? AND SEQ IN (SELECT SEQ FROM "
                                + database.chunk() + " WHERE UPLOAD_ID = ? AND STATE = ?)",
                        undoId,
                        undoId,
                        ChunkState.DONE.code())
                .update();
        List<Integer> left = new Sql(connection, "SELECT SEQ FROM " + database.block() + " WHERE UPLOAD_ID = ?", undoId)
                .all(row -> row.getInt(1));
        for (int seq : left) {
            byte[] block = new Sql(
                            connection,
                            "SELECT RECORD_DATA FROM " + database.block() + " WHERE UPLOAD_ID = ? AND SEQ = ?",
                            undoId,
                            seq)
                    .first(row -> row.getBytes(1))
                    .orElseThrow();
            List<StoredRecord> records = RecordBlock.unpack(block).stream()
                    .map(UndoBlocks::withoutState)
                    .toList();
            new Sql(
                            connection,
                            "UPDATE " + database.block() + " SET RECORD_DATA = ? WHERE UPLOAD_ID = ? AND SEQ = ?",
                            RecordBlock.pack(records),
                            undoId,
                            seq)
                    .update();
        }
    }

    private static StoredRecord withoutState(StoredRecord record) {
        return record instanceof StoredRecord.Text text
                ? new StoredRecord.Text(text.position(), UndoParser.withoutImage(text.text()), text.isRepeatable())
                : record;
    }
}
