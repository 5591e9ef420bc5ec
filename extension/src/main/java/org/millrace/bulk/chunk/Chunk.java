package org.millrace.bulk.chunk;

import java.util.ArrayList;
import java.util.List;
import org.millrace.bulk.format.Entry;

/** What one transaction writes: some entries of the body, in its order. */
public record Chunk(List<Entry> entries) {
    public Chunk {
        entries = List.copyOf(entries);
    }

    /** How many entries. */
    public int size() {
        return entries.size();
    }

    /**
     * The chunk in two halves, in order.
     *
     * @throws IllegalStateException if there is nothing to halve
     */
    public List<Chunk> halves() {
        if (entries.size() < 2) {
            throw new IllegalStateException("chunk of " + entries.size() + " cannot be halved");
        }
        int middle = entries.size() / 2;
        List<Chunk> halves = new ArrayList<>(2);
        halves.add(new Chunk(entries.subList(0, middle)));
        halves.add(new Chunk(entries.subList(middle, entries.size())));
        return halves;
    }
}
