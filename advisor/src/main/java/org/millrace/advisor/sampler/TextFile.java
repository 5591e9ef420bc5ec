package org.millrace.advisor.sampler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** A small file of the kernel's, such as those under {@code /proc} and {@code /sys}; it may be missing or forbidden. */
public record TextFile(Path path) {

    public Optional<List<String>> lines() {
        try {
            return Optional.of(Files.readAllLines(path));
        } catch (IOException unreadable) {
            return Optional.empty(); // Absent is an answer here: another kernel, another version, no permission.
        }
    }

    /** The file's only number; empty for a word such as {@code max}. */
    public OptionalDouble number() {
        return lines().filter(lines -> !lines.isEmpty())
                .map(lines -> parse(lines.get(0).strip()))
                .orElse(OptionalDouble.empty());
    }

    /** Lines of the form {@code name number}, with or without a colon. */
    public Map<String, Double> table() {
        Map<String, Double> table = new HashMap<>();
        for (String line : lines().orElse(List.of())) {
            String[] words = line.strip().split("[:\\s]+");
            if (words.length >= 2) {
                parse(words[1]).ifPresent(value -> table.put(words[0], value));
            }
        }
        return table;
    }

    public static OptionalDouble parse(String word) {
        try {
            return OptionalDouble.of(Double.parseDouble(word));
        } catch (NumberFormatException notANumber) {
            return OptionalDouble.empty();
        }
    }
}
