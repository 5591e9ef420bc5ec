package org.millrace.testsuite.importer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Second factors in the form that an export file has them. */
final class StoredFactors {
    /** Of RFC 6238 and RFC 4226, whose test vectors are made with it. */
    static final String SECRET = "12345678901234567890";

    static final String SECRET_IN_BASE32 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    static final List<String> RECOVERY_CODES = List.of("AAAABBBBCCCC", "DDDDEEEEFFFF");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PERIOD_SECONDS = 30;
    private static final int MILLION = 1_000_000;

    private StoredFactors() {}

    static Map<String, Object> of(String type, String secretData, String credentialData) {
        Map<String, Object> credential = new HashMap<>();
        credential.put("type", type);
        credential.put("secretData", secretData);
        credential.put("credentialData", credentialData);
        return credential;
    }

    /**
     * A credential that differs in one field of one of its parts.
     *
     * @param field with a dot before the second of two levels
     * @param value null for no such field
     */
    static Map<String, Object> but(Map<String, ?> credential, String part, String field, @Nullable Object value) {
        ObjectNode whole = (ObjectNode) json(String.valueOf(credential.get(part)));
        int dot = field.indexOf('.');
        ObjectNode target = dot < 0 ? whole : (ObjectNode) whole.path(field.substring(0, dot));
        String name = field.substring(dot + 1);
        if (value == null) {
            target.remove(name);
        } else {
            target.set(name, JSON.valueToTree(value));
        }
        Map<String, Object> changed = new HashMap<>(credential);
        changed.put(part, whole.toString());
        return changed;
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON", e);
        }
    }

    static Map<String, Object> totp() {
        return of("otp", "{\"value\":\"" + SECRET + "\"}", """
                {"subType":"totp","digits":6,"counter":0,"period":30,"algorithm":"HmacSHA1"}""");
    }

    static Map<String, Object> totpInBase32() {
        return of("otp", "{\"value\":\"" + SECRET_IN_BASE32 + "\"}", """
                {"subType":"totp","digits":6,"counter":0,"period":30,"algorithm":"HmacSHA1","secretEncoding":"BASE32"}""");
    }

    static Map<String, Object> hotp(int counter) {
        return of("otp", "{\"value\":\"" + SECRET + "\"}", """
                {"subType":"hotp","digits":6,"counter":%d,"period":0,"algorithm":"HmacSHA1"}""".formatted(counter));
    }

    /** @param type {@code webauthn} or {@code webauthn-passwordless} */
    static Map<String, Object> securityKey(String type) {
        String id = Base64.getEncoder().encodeToString("a credential".getBytes(StandardCharsets.UTF_8));
        return of(type, "{}", """
                {"aaguid":"%s","credentialId":"%s","counter":7,"attestationStatementFormat":"none",\
                "credentialPublicKey":"%s","transports":["usb"]}""".formatted(new UUID(0, 0), id, publicKey()));
    }

    static Map<String, Object> recoveryCodes() {
        String codes = IntStream.range(0, RECOVERY_CODES.size())
                .mapToObj(i ->
                        "{\"number\":%d,\"encodedHashedValue\":\"%s\"}".formatted(i + 1, sha512(RECOVERY_CODES.get(i))))
                .collect(Collectors.joining(","));
        return of("recovery-authn-codes", "{\"codes\":[" + codes + "]}", """
                {"algorithm":"SHA-512","remaining":2,"total":12}""");
    }

    /** The code that an authenticator with {@link #SECRET} shows now. */
    static String codeNow(long epochSeconds) {
        return code(epochSeconds / PERIOD_SECONDS);
    }

    /** The code of a counter, by RFC 4226. */
    static String code(long counter) {
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.US_ASCII), "RAW"));
            byte[] hash =
                    mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(counter).array());
            int offset = hash[hash.length - 1] & 0xF;
            int binary = ByteBuffer.wrap(hash, offset, Integer.BYTES).getInt() & Integer.MAX_VALUE;
            return "%06d".formatted(binary % MILLION);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA1", e);
        }
    }

    /** A key of P-256 as COSE has it, RFC 9053, section 7.1.1. */
    private static String publicKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            ECPublicKey key = (ECPublicKey) generator.generateKeyPair().getPublic();
            ByteArrayOutputStream cbor = new ByteArrayOutputStream();
            cbor.writeBytes(new byte[] {(byte) 0xA5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32});
            cbor.writeBytes(coordinate(key.getW().getAffineX()));
            cbor.writeBytes(new byte[] {0x22, 0x58, 32});
            cbor.writeBytes(coordinate(key.getW().getAffineY()));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(cbor.toByteArray());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has P-256", e);
        }
    }

    private static byte[] coordinate(BigInteger number) {
        byte[] bytes = new byte[32];
        byte[] given = number.toByteArray();
        int length = Math.min(bytes.length, given.length);
        System.arraycopy(given, given.length - length, bytes, bytes.length - length, length);
        return bytes;
    }

    private static String sha512(String code) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-512").digest(code.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(hash);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-512", e);
        }
    }
}
