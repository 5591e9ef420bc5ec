package org.millrace.bulk.writer.model;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Prefetched results of a batch lookup. Keys outside the batch are looked up one by one. For one chunk and its thread. */
public final class BatchLookup<K, V> {
    private final Function<Collection<K>, Map<K, V>> question;
    private final Map<K, Optional<V>> answers = new HashMap<>();

    /** @param question batch lookup for a collection of keys */
    public BatchLookup(Function<Collection<K>, Map<K, V>> question) {
        this.question = question;
    }

    /** Looks up all keys that are not prefetched yet, in one batch. */
    public void ask(Collection<K> keys) {
        Set<K> unknown = new LinkedHashSet<>(keys);
        unknown.removeAll(answers.keySet());
        if (!unknown.isEmpty()) {
            Map<K, V> found = question.apply(unknown);
            unknown.forEach(key -> answers.put(key, Optional.ofNullable(found.get(key))));
        }
    }

    public Optional<V> of(K key) {
        ask(List.of(key));
        return answers.getOrDefault(key, Optional.empty());
    }

    /** From now on the answer is this one. */
    public void put(K key, V answer) {
        answers.put(key, Optional.of(answer));
    }

    /** From now on there is none. */
    public void putNone(K key) {
        answers.put(key, Optional.empty());
    }

    /** The answer may be another one now. */
    public void forget(K key) {
        answers.remove(key);
    }
}
