package org.millrace.bulk.writer.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchLookupTest {
    private final Map<String, String> stored = new HashMap<>(Map.of("a", "1", "b", "2"));
    private final List<List<String>> questions = new ArrayList<>();
    private final BatchLookup<String, String> known = new BatchLookup<>(this::answer);

    private Map<String, String> answer(Collection<String> keys) {
        questions.add(List.copyOf(keys));
        Map<String, String> found = new HashMap<>(stored);
        found.keySet().retainAll(keys);
        return found;
    }

    @Test
    void whatWasForeseenIsAskedOnce() {
        known.ask(List.of("a", "b", "none"));

        assertThat(known.of("a")).hasValue("1");
        assertThat(known.of("none")).isEmpty();
        assertThat(known.of("b")).hasValue("2");
        assertThat(questions).hasSize(1);
    }

    @Test
    void keysOutsideTheBatchAreLookedUpOnce() {
        known.ask(List.of("a"));

        assertThat(known.of("b")).hasValue("2");
        assertThat(known.of("b")).hasValue("2");
        assertThat(questions).containsExactly(List.of("a"), List.of("b"));
    }

    @Test
    void nothingIsAskedForNothing() {
        known.ask(List.of());

        assertThat(questions).isEmpty();
    }

    @Test
    void whatIsSaidMeanwhileCountsMoreThanWhatIsStored() {
        known.ask(List.of("a", "b"));

        known.putNone("a");
        known.put("c", "3");

        assertThat(known.of("a")).isEmpty();
        assertThat(known.of("c")).hasValue("3");
        assertThat(questions).hasSize(1);
    }

    @Test
    void whatIsForgottenIsAskedAgain() {
        known.ask(List.of("a"));
        stored.put("a", "other");

        known.forget("a");

        assertThat(known.of("a")).hasValue("other");
    }
}
