package org.millrace.bulk.format.parser;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.millrace.bulk.record.user.CredentialRecord;

/**
 * A credential as exports had it before {@code secretData} and {@code credentialData}: read field by field, and brought into
 * today's form as Keycloak does it. For one credential.
 */
final class OldCredential {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Set<String> PASSWORDS = Set.of("password", "password-history");
    private static final Set<String> ONE_TIME_PASSWORDS = Set.of("totp", "hotp");

    private final JsonValues values;
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();

    OldCredential(JsonValues values) {
        this.values = values;
    }

    /** Reads a field, if it is one of these. */
    boolean read(String name, String path, JsonParser json) throws IOException {
        switch (name) {
            case "hashedSaltedValue", "salt", "algorithm" ->
                Optional.ofNullable(values.text(path, json)).ifPresent(text -> texts.put(name, text));
            case "hashIterations", "counter", "digits", "period" ->
                Optional.ofNullable(values.number(path, json, 0, Integer.MAX_VALUE))
                        .ifPresent(number -> numbers.put(name, number));
            case "device", "config" -> json.skipChildren();
            default -> {
                return false;
            }
        }
        return true;
    }

    /** The credential with its stored form, if that was given in old fields only. */
    CredentialRecord complete(CredentialRecord credential) throws IOException {
        String type = credential.type();
        boolean hasForm = credential.value() != null
                || credential.hash() != null
                || (credential.secretData() != null && credential.credentialData() != null);
        if (hasForm || type == null || !texts.containsKey("hashedSaltedValue")) {
            return credential;
        }
        if (CredentialRecord.MASK.equals(text("hashedSaltedValue"))) {
            return stored(credential, type, CredentialRecord.MASK, CredentialRecord.MASK);
        }
        if (PASSWORDS.contains(type)) {
            return stored(
                    credential,
                    type,
                    object(Map.of("value", text("hashedSaltedValue"), "salt", text("salt"))),
                    object(Map.of("algorithm", text("algorithm"), "hashIterations", number("hashIterations"))));
        }
        if (ONE_TIME_PASSWORDS.contains(type)) {
            return stored(
                    credential,
                    "otp",
                    object(Map.of("value", text("hashedSaltedValue"))),
                    object(Map.of(
                            "subType",
                            type,
                            "digits",
                            number("digits"),
                            "counter",
                            number("counter"),
                            "period",
                            number("period"),
                            "algorithm",
                            text("algorithm"))));
        }
        return credential;
    }

    private String text(String name) {
        return texts.getOrDefault(name, "");
    }

    private Long number(String name) {
        return numbers.getOrDefault(name, 0L);
    }

    private static CredentialRecord stored(
            CredentialRecord given, String type, String secretData, String credentialData) {
        return new CredentialRecord(
                given.id(),
                type,
                given.userLabel(),
                given.createdDate(),
                secretData,
                credentialData,
                null,
                given.temporary(),
                given.hash(),
                given.hasUnknownField());
    }

    private static String object(Map<String, Object> fields) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            for (Map.Entry<String, Object> field : fields.entrySet()) {
                if (field.getValue() instanceof Long number) {
                    json.writeNumberField(field.getKey(), number);
                } else {
                    json.writeStringField(field.getKey(), field.getValue().toString());
                }
            }
            json.writeEndObject();
        }
        return text.toString();
    }
}
