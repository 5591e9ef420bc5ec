package org.millrace.bulk.record.field;

/** Which texts a database can store. */
public final class Characters {
    private Characters() {}

    /** Whether PostgreSQL can store a text: NUL it cannot, and halves of surrogate pairs are no characters at all. */
    public static boolean areStorable(String text) {
        return text.indexOf('\0') < 0 && arePaired(text);
    }

    /** Whether a text has no half of a surrogate pair alone, so that it has a UTF-8 form. */
    public static boolean arePaired(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isLowSurrogate(c)) {
                return false;
            }
            if (Character.isHighSurrogate(c)) {
                i++;
                if (i == text.length() || !Character.isLowSurrogate(text.charAt(i))) {
                    return false;
                }
            }
        }
        return true;
    }
}
