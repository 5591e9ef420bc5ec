package org.millrace.bulk.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.entity.ModelType;
import org.millrace.bulk.entity.RecordType;
import org.millrace.bulk.entity.Restorable;
import org.millrace.bulk.entity.RestorableEntity;
import org.millrace.bulk.entity.WritingRequest;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.record.DeletionRecord;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelScope;

/** Reads and writes the records by which an undo restores and deletes entities. Safe for use by several threads. */
final class EntityRecords implements Restorable.Records {
    private final Map<String, RecordType> types = new HashMap<>();
    private final Map<String, RecordParser> parsers = new HashMap<>();
    private final Map<String, ModelChunk> replacements = new HashMap<>();
    private final Map<String, ModelChunk> deletions = new HashMap<>();

    /**
     * Records of some types.
     *
     * @param request replaces entities
     */
    EntityRecords(List<RecordType> all, RecordLimits limits, WritingRequest request) {
        ModelScope scope = ModelType.scope(request);
        for (RecordType type : all) {
            types.put(type.word(), type);
            parsers.put(type.word(), type.parser(limits));
            replacements.put(type.word(), type.dryRunChunk(request));
            if (type.isDeletable()) {
                deletions.put(type.word(), type.deletionChunk(scope, request.dryRun()));
            }
        }
    }

    @Override
    public List<Violation> replace(ChunkSession in, String word, Position position, String json) {
        ModelChunk chunk = Objects.requireNonNull(replacements.get(word), word);
        return problems(chunk.write(
                        new Chunk(List.of(new Entry.Readable(record(word, position, json), 0))),
                        in.session(),
                        in.realm())
                .get(0));
    }

    @Override
    public List<Violation> delete(ChunkSession in, String word, Position position, String id) {
        return problems(
                delete(in, word, List.of(identifying(in, word, position, id))).get(0));
    }

    /**
     * Deletes entities of one type.
     *
     * @param word the record type
     */
    List<Outcome> delete(ChunkSession in, String word, List<ImportRecord> named) {
        ModelChunk deletion = Objects.requireNonNull(deletions.get(word), word);
        List<Entry> entries = named.stream()
                .<Entry>map(each -> new Entry.Readable(new DeletionRecord(each), 0))
                .toList();
        return deletion.write(new Chunk(entries), in.session(), in.realm());
    }

    /** The record that identifies an entity. */
    ImportRecord identifying(ChunkSession in, String word, Position position, String id) {
        ObjectNode key = Objects.requireNonNull(types.get(word), word)
                .restorable()
                .map(entity -> entity.key(in, id))
                .orElseGet(() -> RestorableEntity.keyOf(id));
        return record(word, position, key.toString());
    }

    /** The record of a JSON text. */
    private ImportRecord record(String word, Position position, String json) {
        byte[] text = json.getBytes(StandardCharsets.UTF_8);
        RecordParser parser = Objects.requireNonNull(parsers.get(word), word);
        if (parser.parse(text, 0, text.length, position) instanceof Entry.Readable readable) {
            return readable.item();
        }
        throw new IllegalStateException("the image of a " + word + " cannot be read");
    }

    /** Why a record was rejected or failed; empty if it was not. */
    static List<Violation> problems(Outcome outcome) {
        if (outcome instanceof Outcome.Rejected rejected) {
            return rejected.problems();
        }
        return outcome instanceof Outcome.Failed failed ? failed.problems() : List.of();
    }
}
