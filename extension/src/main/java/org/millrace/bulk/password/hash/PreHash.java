package org.millrace.bulk.password.hash;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Transformation of the password before bcrypt, so that more than 72 bytes count. */
enum PreHash {
    NONE {
        @Override
        byte[] apply(byte[] password, String salt) {
            return password;
        }
    },
    MD5_HEX {
        @Override
        byte[] apply(byte[] password, String salt) {
            return hex(HashFunction.MD5, password);
        }
    },
    SHA1_HEX {
        @Override
        byte[] apply(byte[] password, String salt) {
            return hex(HashFunction.SHA1, password);
        }
    },
    /** Django's {@code bcrypt_sha256}, Meteor. */
    SHA256_HEX {
        @Override
        byte[] apply(byte[] password, String salt) {
            return hex(HashFunction.SHA256, password);
        }
    },
    /** NodeBB. */
    SHA512_HEX {
        @Override
        byte[] apply(byte[] password, String salt) {
            return hex(HashFunction.SHA512, password);
        }
    },
    /** Passlib's {@code bcrypt_sha256}, version 1. */
    SHA256_BASE64 {
        @Override
        byte[] apply(byte[] password, String salt) {
            return base64(HashFunction.SHA256.digest(password));
        }
    },
    SHA384_BASE64 {
        @Override
        byte[] apply(byte[] password, String salt) {
            return base64(HashFunction.SHA384.digest(password));
        }
    },
    SHA512_BASE64 {
        @Override
        byte[] apply(byte[] password, String salt) {
            return base64(HashFunction.SHA512.digest(password));
        }
    },
    /** Passlib's {@code bcrypt_sha256}, version 2: the salt as it is written is the key. */
    HMAC_SHA256_BASE64 {
        @Override
        byte[] apply(byte[] password, String salt) {
            return base64(HashFunction.SHA256
                    .mac(salt.getBytes(StandardCharsets.US_ASCII))
                    .doFinal(password));
        }
    },
    /** WordPress 6.8. */
    WORDPRESS {
        @Override
        byte[] apply(byte[] password, String salt) {
            return base64(HashFunction.SHA384
                    .mac("wp-sha384".getBytes(StandardCharsets.US_ASCII))
                    .doFinal(password));
        }
    };

    private static final Map<String, PreHash> BY_ID =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(PreHash::id, Function.identity()));

    static Map<String, PreHash> byId() {
        return BY_ID;
    }

    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** @param salt of bcrypt, as it is written */
    abstract byte[] apply(byte[] password, String salt);

    private static byte[] hex(HashFunction function, byte[] password) {
        return HexFormat.of().formatHex(function.digest(password)).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] base64(byte[] digest) {
        return Base64.getEncoder().encode(digest);
    }
}
