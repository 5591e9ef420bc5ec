package org.millrace.testsuite.data;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** A Latin name in the letters a to z. */
final class Romanisation {
    /** Letters that Unicode does not take apart into a base letter and an accent. */
    private static final Map<String, String> WHOLE_LETTERS =
            Map.of("ß", "ss", "æ", "ae", "ø", "o", "đ", "d", "ð", "d", "þ", "th", "ł", "l", "ı", "i");

    private static final Pattern NOT_A_LETTER = Pattern.compile("[^a-z]");

    private Romanisation() {}

    static String of(String name) {
        String letters = name.toLowerCase(Locale.ROOT);
        for (Map.Entry<String, String> letter : WHOLE_LETTERS.entrySet()) {
            letters = letters.replace(letter.getKey(), letter.getValue());
        }
        String decomposed = Normalizer.normalize(letters, Normalizer.Form.NFD);
        return NOT_A_LETTER.matcher(decomposed).replaceAll("");
    }
}
