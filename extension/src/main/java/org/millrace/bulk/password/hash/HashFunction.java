package org.millrace.bulk.password.hash;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.digests.MD4Digest;

/** A cryptographic hash function that password hashes are built on. */
public enum HashFunction {
    MD4("md4", "", "", 16) {
        @Override
        public byte[] digest(byte[] data) {
            MD4Digest md4 = new MD4Digest();
            md4.update(data, 0, data.length);
            byte[] digest = new byte[md4.getDigestSize()];
            md4.doFinal(digest, 0);
            return digest;
        }
    },
    MD5("md5", "MD5", "HmacMD5", 16),
    SHA1("sha1", "SHA-1", "HmacSHA1", 20),
    SHA224("sha224", "SHA-224", "HmacSHA224", 28),
    SHA256("sha256", "SHA-256", "HmacSHA256", 32),
    SHA384("sha384", "SHA-384", "HmacSHA384", 48),
    SHA512("sha512", "SHA-512", "HmacSHA512", 64);

    private static final Map<String, HashFunction> BY_ID =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(HashFunction::id, Function.identity()));

    private final String id;
    private final String digestName;
    private final String macName;
    private final int length;

    HashFunction(String id, String digestName, String macName, int length) {
        this.id = id;
        this.digestName = digestName;
        this.macName = macName;
        this.length = length;
    }

    /** The functions by the names that parameters use. */
    public static Map<String, HashFunction> byId() {
        return BY_ID;
    }

    /** The function with a name as systems write it: SHA-256, sha256, HMAC-SHA256, hs256. */
    public static Optional<HashFunction> named(String name) {
        String plain = name.toLowerCase(java.util.Locale.ROOT)
                .replaceFirst("^hmac", "")
                .replaceFirst("(hmac)$", "")
                .replaceAll("[^a-z0-9]", "");
        String id = plain.replaceFirst("^hs", "sha");
        return Optional.ofNullable(BY_ID.get(id.equals("sha") ? "sha1" : id));
    }

    /** The name that parameters use. */
    public String id() {
        return id;
    }

    /** Bytes of a digest. */
    public int length() {
        return length;
    }

    /** Whether HMAC is defined for it here. */
    public boolean hasMac() {
        return !macName.isEmpty();
    }

    /** The digest of some bytes. */
    public byte[] digest(byte[] data) {
        try {
            return MessageDigest.getInstance(digestName).digest(data);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Java lacks " + digestName, e);
        }
    }

    /** A MAC with a key of any length. */
    public Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance(macName);
            // HMAC pads keys with zero bytes, and Java takes no empty key.
            mac.init(new SecretKeySpec(key.length == 0 ? new byte[1] : key, macName));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Java lacks " + macName, e);
        }
    }
}
