package org.millrace.bulk.entity.user.credential;

import java.util.Base64;

/**
 * Text in Base64 as Keycloak reads it: by the rules of MIME, which pass over every character that is not of the alphabet.
 * A text in another alphabet would be read, and wrongly.
 */
final class Base64Text {
    private Base64Text() {}

    /** Whether it is in the one alphabet, line ends aside, and encodes anything. */
    static boolean isReadable(String text) {
        return length(text) > 0;
    }

    /** How many bytes it encodes, or -1 if it is not Base64. */
    static int length(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isKnown(text.charAt(i))) {
                return -1;
            }
        }
        try {
            return Base64.getMimeDecoder().decode(text).length;
        } catch (IllegalArgumentException e) {
            return -1;
        }
    }

    private static boolean isKnown(char c) {
        return (c >= 'A' && c <= 'Z')
                || (c >= 'a' && c <= 'z')
                || (c >= '0' && c <= '9')
                || c == '+'
                || c == '/'
                || c == '='
                || c == '\r'
                || c == '\n';
    }
}
