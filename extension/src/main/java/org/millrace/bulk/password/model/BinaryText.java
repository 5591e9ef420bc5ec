package org.millrace.bulk.password.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/** How bytes are written as text in password hashes. */
public enum BinaryText {
    /** The characters themselves, as UTF-8. */
    UTF8 {
        @Override
        public byte[] decode(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    },
    /** Hexadecimal, upper or lower case. */
    HEX {
        @Override
        public byte[] decode(String text) {
            return HexFormat.of().parseHex(text);
        }
    },
    /** RFC 4648, with or without padding, with the alphabet for URLs too. */
    BASE64 {
        @Override
        public byte[] decode(String text) {
            int end = text.length();
            while (end > 0 && text.charAt(end - 1) == '=' && text.length() - end < 2) {
                end--;
            }
            return Base64.getDecoder()
                    .decode(text.substring(0, end).replace('-', '+').replace('_', '/'));
        }
    },
    /** Base64 of Passlib, with a full stop in place of the plus sign and without padding. */
    ADAPTED_BASE64 {
        @Override
        public byte[] decode(String text) {
            return Base64.getDecoder().decode(text.replace('.', '+'));
        }
    },
    /** Base64 of bcrypt, with an alphabet of its own. */
    BCRYPT_BASE64 {
        @Override
        public byte[] decode(String text) {
            return Base64.getDecoder().decode(translated(text, BCRYPT_ALPHABET, BASE64_ALPHABET));
        }
    },
    /** Little-endian groups of six bits with the alphabet of crypt(3). */
    CRYPT_BASE64 {
        @Override
        public byte[] decode(String text) {
            byte[] bytes = new byte[text.length() * 6 / 8];
            int value = 0;
            int bits = 0;
            int at = 0;
            for (int i = 0; i < text.length(); i++) {
                value |= digit(text.charAt(i)) << bits;
                bits += 6;
                if (bits >= 8 && at < bytes.length) {
                    bytes[at++] = (byte) value;
                    value >>>= 8;
                    bits -= 8;
                }
            }
            return bytes;
        }
    };

    /** The alphabet of crypt(3). */
    public static final String CRYPT_ALPHABET = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private static final String BCRYPT_ALPHABET = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final String BASE64_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    /** @throws IllegalArgumentException if the text is not in this encoding */
    protected abstract byte[] decode(String text);

    /**
     * Decodes a text.
     *
     * @param what name of the hash's part, for the message
     * @throws InvalidHashException if the text is not in this encoding
     */
    public byte[] bytes(String text, String what) {
        try {
            return decode(text);
        } catch (IllegalArgumentException e) {
            // The message would repeat a character of the hash.
            throw InvalidHashException.malformed(what + " is not in the encoding " + id());
        }
    }

    /**
     * As {@link #bytes(String, String)}, of a fixed length.
     *
     * @throws InvalidHashException if the length is another one
     */
    public byte[] bytes(String text, String what, int length) {
        byte[] bytes = bytes(text, what);
        if (bytes.length != length) {
            throw InvalidHashException.malformed(what + " has " + bytes.length + " bytes instead of " + length);
        }
        return bytes;
    }

    /** The name that parameters use. */
    public String id() {
        return this == UTF8 ? "utf-8" : name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The encoding with this name, as used by parameters. */
    public static BinaryText named(String name, String parameter) {
        return Arrays.stream(values())
                .filter(each -> each.id().equals(name))
                .findFirst()
                .orElseThrow(() -> InvalidHashException.malformed("Parameter " + parameter
                        + " must be utf-8, hex, base64, adapted-base64, bcrypt-base64 or crypt-base64"));
    }

    /** Bytes in the little-endian Base64 of crypt(3). */
    public static String crypt(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length * 4 / 3 + 2);
        for (int i = 0; i < bytes.length; i += 3) {
            int rest = Math.min(3, bytes.length - i);
            int value = bytes[i] & 0xff;
            value |= rest > 1 ? (bytes[i + 1] & 0xff) << 8 : 0;
            value |= rest > 2 ? (bytes[i + 2] & 0xff) << 16 : 0;
            for (int digit = 0; digit <= rest; digit++) {
                text.append(CRYPT_ALPHABET.charAt(value & 0x3f));
                value >>>= 6;
            }
        }
        return text.toString();
    }

    /** The value of a digit of crypt(3). */
    public static int digit(char character) {
        int value = CRYPT_ALPHABET.indexOf(character);
        if (value < 0) {
            throw new IllegalArgumentException("not a digit of crypt(3)");
        }
        return value;
    }

    private static String translated(String text, String from, String to) {
        StringBuilder translated = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            int digit = from.indexOf(text.charAt(i));
            if (digit < 0) {
                throw new IllegalArgumentException("not in the alphabet");
            }
            translated.append(to.charAt(digit));
        }
        return translated.toString();
    }
}
