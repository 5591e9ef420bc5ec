package org.millrace.advisor.sampler.micrometer;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether a password hash is weaker than OWASP recommends, and its memory.
 *
 * @see <a href="https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html">Password Storage</a>
 */
final class HashStrength {

    /** For each memory in kibibytes, the iterations that make it as strong as the others. */
    private static final Map<Integer, Integer> ARGON2 = Map.of(47_104, 1, 19_456, 2, 12_288, 3, 9_216, 4, 7_168, 5);

    private static final Map<String, Integer> PBKDF2 =
            Map.of("pbkdf2-sha512", 210_000, "pbkdf2-sha256", 600_000, "pbkdf2", 1_300_000);

    private static final Pattern NUMBER = Pattern.compile("\\b([mt])=(\\d+)");

    private HashStrength() {}

    /** @param strength as the meter names it: parameters of Argon2, else the number of iterations */
    static boolean isWeak(@Nullable String algorithm, @Nullable String strength) {
        if (algorithm == null || strength == null) {
            return false;
        }
        if (algorithm.startsWith("argon2")) {
            return isWeakArgon2(strength);
        }
        int least = PBKDF2.getOrDefault(algorithm, 0);
        return strength.matches("\\d{1,9}") && Integer.parseInt(strength) < least;
    }

    /** In bytes; not a number if it does not say, as only Argon2 takes any worth counting. */
    static double memory(@Nullable String algorithm, @Nullable String strength) {
        if (algorithm == null || strength == null || !algorithm.startsWith("argon2")) {
            return Double.NaN;
        }
        Integer kibibytes = numbers(strength).get("m");
        return kibibytes == null ? Double.NaN : 1024.0 * kibibytes;
    }

    private static Map<String, Integer> numbers(String strength) {
        Map<String, Integer> numbers = new HashMap<>();
        Matcher number = NUMBER.matcher(strength);
        while (number.find()) {
            numbers.put(number.group(1), Integer.parseInt(number.group(2)));
        }
        return numbers;
    }

    private static boolean isWeakArgon2(String strength) {
        Map<String, Integer> numbers = numbers(strength);
        Integer memory = numbers.get("m");
        Integer iterations = numbers.get("t");
        return memory != null
                && iterations != null
                && ARGON2.entrySet().stream()
                        .noneMatch(enough -> memory >= enough.getKey() && iterations >= enough.getValue());
    }
}
