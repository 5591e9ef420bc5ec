package org.millrace.bulk.job.chunk;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/**
 * The records of a chunk as one compressed block: for each its type, its line, and its text or its problem. Compression favours
 * speed over size, because a block is deleted once its chunk is written.
 */
public final class RecordBlock {
    private static final int TEXT = 0;
    private static final int UNREADABLE = 1;
    private static final int REPEATABLE_TEXT = 2;

    /** Longer keys are cut before they are shown. */
    private static final int MAX_KEY_LENGTH = 300;

    private RecordBlock() {}

    /** The records in one compressed block. */
    public static byte[] pack(List<StoredRecord> records) {
        return CompressedBlock.pack(records, RecordBlock::write);
    }

    private static void write(StoredRecord each, DataOutputStream out) throws IOException {
        if (each instanceof StoredRecord.Text text) {
            out.writeByte(text.isRepeatable() ? REPEATABLE_TEXT : TEXT);
            out.writeLong(each.position().line());
            out.writeInt(text.text().length);
            out.write(text.text());
            return;
        }
        StoredRecord.Unreadable unreadable = (StoredRecord.Unreadable) each;
        out.writeByte(UNREADABLE);
        out.writeLong(each.position().line());
        out.writeBoolean(unreadable.key().isPresent());
        if (unreadable.key().isPresent()) {
            out.writeUTF(Violation.shortened(unreadable.key().get(), MAX_KEY_LENGTH));
        }
        out.writeInt(unreadable.problems().size());
        for (Violation problem : unreadable.problems()) {
            out.writeUTF(problem.code());
            out.writeBoolean(problem.field() != null);
            if (problem.field() != null) {
                out.writeUTF(problem.field());
            }
            out.writeUTF(problem.detail());
            out.writeBoolean(problem.retryable());
        }
    }

    /** @throws IllegalStateException if the block is not one of ours */
    public static List<StoredRecord> unpack(byte[] compressed) {
        return CompressedBlock.unpack(compressed, RecordBlock::read);
    }

    private static StoredRecord read(DataInputStream in) throws IOException {
        int kind = in.readByte();
        Position position = new Position(in.readLong());
        if (kind == TEXT || kind == REPEATABLE_TEXT) {
            return new StoredRecord.Text(position, in.readNBytes(in.readInt()), kind == REPEATABLE_TEXT);
        }
        Optional<String> key = in.readBoolean() ? Optional.of(in.readUTF()) : Optional.empty();
        List<Violation> problems = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            String code = in.readUTF();
            String field = in.readBoolean() ? in.readUTF() : null;
            problems.add(new Violation(code, field, in.readUTF(), in.readBoolean()));
        }
        return new StoredRecord.Unreadable(position, key, problems);
    }
}
