package org.millrace.bulk.chunk;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.DeletionRecord;
import org.millrace.bulk.record.ImportRecord;

/**
 * What one transaction writes: some entries of the body, in its order.
 *
 * @param maxProblems how many of them may be rejected or fail; what stands behind the last of these is not written
 */
public record Chunk(List<Entry> entries, long maxProblems) {
    public Chunk {
        entries = List.copyOf(entries);
    }

    /** A chunk without an upper bound for its problems. */
    public Chunk(List<Entry> entries) {
        this(entries, Long.MAX_VALUE);
    }

    /** The same entries, with an upper bound for rejected and failed records. */
    public Chunk allowing(long problems) {
        return new Chunk(entries, problems);
    }

    /**
     * Whether the chunk can be written concurrently with chunks of its kind that share no key with it.
     *
     * @param inOrder whether the import keeps the order of the body wherever it may matter
     */
    public boolean isIndependent(boolean inOrder) {
        return entries.stream()
                .allMatch(entry -> !(entry instanceof Entry.Readable readable)
                        || readable.item().isIndependent(inOrder));
    }

    /** Of what kind its records are: all of one, or none could be read. */
    public Optional<Class<?>> kind() {
        for (Entry entry : entries) {
            if (entry instanceof Entry.Readable readable) {
                return Optional.of(readable.item().kind());
            }
        }
        return Optional.empty();
    }

    /** Whether its records delete: a chunk either deletes or writes. */
    public boolean isDeletion() {
        for (Entry entry : entries) {
            if (entry instanceof Entry.Readable readable) {
                return readable.item() instanceof DeletionRecord;
            }
        }
        return false;
    }

    /** All records of one kind, in their order. */
    public <T extends ImportRecord> List<T> items(Class<T> kind) {
        List<T> items = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            if (entry instanceof Entry.Readable readable && kind.isInstance(readable.item())) {
                items.add(kind.cast(readable.item()));
            }
        }
        return items;
    }

    /** Whether several transactions may write it as well as one. */
    public boolean isDivisible() {
        return isIndependent(true);
    }

    /** How many entries. */
    public int size() {
        return entries.size();
    }
}
