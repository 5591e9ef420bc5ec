package org.millrace.bulk.job.chunk;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.chunk.outcome.OutcomeJson;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/**
 * The results of consecutive records as one compressed block: for each what happened, its line, and the facts of its outcome, from which
 * responses are written. Half of a surrogate pair has no UTF-8 encoding: the block holds a replacement character.
 */
final class ResultBlock {
    private static final int DEFERRED = 0;
    private static final int CREATED = 1;
    private static final int UPDATED = 2;
    private static final int DELETED = 3;
    private static final int UNCHANGED = 4;
    private static final int REJECTED = 5;
    private static final int FAILED = 6;
    private static final int UNPROCESSED = 7;

    private ResultBlock() {}

    /** The results in one compressed block. */
    static byte[] pack(List<RecordResult> results) {
        return CompressedBlock.pack(results, ResultBlock::writeResult);
    }

    private static void writeResult(RecordResult result, DataOutputStream out) throws IOException {
        if (result instanceof RecordResult.Decided decided) {
            write(decided.outcome(), out);
        } else {
            RecordResult.Deferred deferred = (RecordResult.Deferred) result;
            begin(DEFERRED, deferred.position(), out);
            write(deferred.reason(), out);
        }
    }

    private static void begin(int kind, Position position, DataOutputStream out) throws IOException {
        out.writeByte(kind);
        out.writeLong(position.line());
    }

    private static void write(Outcome outcome, DataOutputStream out) throws IOException {
        begin(kind(outcome), outcome.position(), out);
        write(outcome.key().map(OutcomeJson::shownKey).orElse(null), out);
        write(outcome.id(), out);
        write(outcome.matchedBy(), out);
        write(outcome.problems(), out);
        write(outcome.warnings(), out);
    }

    private static int kind(Outcome outcome) {
        return switch (outcome.status()) {
            case CREATED -> CREATED;
            case UPDATED -> UPDATED;
            case DELETED -> DELETED;
            case UNCHANGED -> UNCHANGED;
            case REJECTED -> REJECTED;
            case FAILED -> FAILED;
            case UNPROCESSED -> UNPROCESSED;
        };
    }

    private static void write(List<Violation> violations, DataOutputStream out) throws IOException {
        out.writeInt(violations.size());
        for (Violation violation : violations) {
            write(violation.code(), out);
            write(violation.field(), out);
            write(violation.detail(), out);
            out.writeBoolean(violation.retryable());
        }
    }

    private static void write(@Nullable String text, DataOutputStream out) throws IOException {
        if (text == null) {
            out.writeShort(-1);
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > Short.MAX_VALUE) {
            throw new IllegalArgumentException("a text of " + bytes.length + " bytes is too long for an outcome");
        }
        out.writeShort(bytes.length);
        out.write(bytes);
    }

    /** @throws IllegalStateException if the block is not one of ours */
    static List<RecordResult> unpack(byte[] compressed) {
        return CompressedBlock.unpack(compressed, ResultBlock::read);
    }

    private static RecordResult read(DataInputStream in) throws IOException {
        int kind = in.readByte();
        Position position = new Position(in.readLong());
        return kind == DEFERRED
                ? new RecordResult.Deferred(position, required(text(in)))
                : new RecordResult.Decided(outcome(kind, position, in));
    }

    private static Outcome outcome(int kind, Position position, DataInputStream in) throws IOException {
        Optional<String> key = Optional.ofNullable(text(in));
        String id = text(in);
        String matchedBy = text(in);
        List<Violation> problems = violations(in);
        List<Violation> warnings = violations(in);
        return switch (kind) {
            case CREATED -> new Outcome.Created(position, key, required(id), warnings);
            case UPDATED -> new Outcome.Updated(position, key, required(id), warnings, matchedBy);
            case DELETED -> new Outcome.Deleted(position, key, required(id), warnings, matchedBy);
            case UNCHANGED -> new Outcome.Unchanged(position, key, id, warnings, matchedBy);
            case REJECTED -> new Outcome.Rejected(position, key, problems, warnings);
            case FAILED -> new Outcome.Failed(position, key, problems, warnings);
            case UNPROCESSED -> new Outcome.Unprocessed(position, key);
            default -> throw new IOException("unknown kind of result " + kind);
        };
    }

    private static List<Violation> violations(DataInputStream in) throws IOException {
        int size = in.readInt();
        List<Violation> violations = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            String code = required(text(in));
            String field = text(in);
            violations.add(new Violation(code, field, required(text(in)), in.readBoolean()));
        }
        return violations;
    }

    private static String required(@Nullable String text) throws IOException {
        if (text == null) {
            throw new IOException("a text is missing");
        }
        return text;
    }

    private static @Nullable String text(DataInputStream in) throws IOException {
        int length = in.readShort();
        if (length < 0) {
            return null;
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("a text is cut off");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
