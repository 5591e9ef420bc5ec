package org.millrace.bulk.format.parser;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.record.user.ConsentRecord;
import org.millrace.bulk.record.user.CredentialRecord;
import org.millrace.bulk.record.user.FederatedIdentityRecord;
import org.millrace.bulk.record.user.HashRecord;
import org.millrace.bulk.record.user.IssuedCredentialRecord;
import org.millrace.bulk.record.user.MembershipRecord;
import org.millrace.bulk.record.user.VerifiableCredentialRecord;

/**
 * Reads the objects that lists of a user hold: credentials, links, consents and so on. Each method starts on an object's
 * start and ends on its end.
 */
final class UserObjects {
    private static final String UNKNOWN_FIELD = "unknown field";
    private static final String OFFLINE_ACCESS = "offline_access";

    private final JsonValues values;
    private final List<Violation> warnings;

    UserObjects(JsonValues values, List<Violation> warnings) {
        this.values = values;
        this.warnings = warnings;
    }

    /** Reads one field that has a value; false if the object has no such field. */
    @FunctionalInterface
    private interface FieldReader {
        boolean read(String name, String path, JsonParser json) throws IOException;
    }

    CredentialRecord credential(String path, JsonParser json) throws IOException {
        Map<String, String> texts = new HashMap<>();
        Map<String, Long> numbers = new HashMap<>();
        Set<String> flags = new HashSet<>(2);
        List<HashRecord> hashes = new ArrayList<>(0);
        OldCredential old = new OldCredential(values);
        each(path, json, (name, field, value) -> {
            switch (name) {
                case "id", "type", "userLabel", "secretData", "credentialData", "value" ->
                    put(texts, name, values.text(field, value));
                case "createdDate" -> number(numbers, name, field, value);
                case "temporary" -> {
                    if (Boolean.TRUE.equals(values.flag(field, value))) {
                        flags.add(name);
                    }
                }
                case "hash" -> hashes.add(HashJson.read(values, field, value));
                case "priority", "federationLink" -> value.skipChildren();
                default -> {
                    if (!old.read(name, field, value)) {
                        // The name is not repeated: a secret may have been written where a name belongs.
                        flags.add(UNKNOWN_FIELD);
                        value.skipChildren();
                    }
                }
            }
            return true;
        });
        CredentialRecord credential = new CredentialRecord(
                texts.get("id"),
                hashes.isEmpty() ? texts.get("type") : texts.getOrDefault("type", "password"),
                texts.get("userLabel"),
                numbers.get("createdDate"),
                texts.get("secretData"),
                texts.get("credentialData"),
                texts.get("value"),
                flags.contains("temporary"),
                hashes.isEmpty() ? null : hashes.get(hashes.size() - 1),
                flags.contains(UNKNOWN_FIELD));
        return old.complete(credential);
    }

    FederatedIdentityRecord federatedIdentity(String path, JsonParser json) throws IOException {
        Map<String, String> texts = texts(path, json, Set.of("identityProvider", "userId", "userName"));
        return new FederatedIdentityRecord(texts.get("identityProvider"), texts.get("userId"), texts.get("userName"));
    }

    /** A link as exports had it before there were identity providers. */
    FederatedIdentityRecord socialLink(String path, JsonParser json) throws IOException {
        Map<String, String> texts = texts(path, json, Set.of("socialProvider", "socialUserId", "socialUsername"));
        return new FederatedIdentityRecord(
                texts.get("socialProvider"), texts.get("socialUserId"), texts.get("socialUsername"));
    }

    ConsentRecord consent(String path, JsonParser json) throws IOException {
        Map<String, String> texts = new HashMap<>();
        List<String> scopes = new ArrayList<>(4);
        each(path, json, (name, field, value) -> {
            switch (name) {
                case "clientId" -> put(texts, name, values.text(field, value));
                case "grantedClientScopes" -> scopes.addAll(values.texts(field, value));
                case "grantedRealmRoles" -> {
                    // Before client scopes existed, this role represented a scope; Keycloak converts it in the same
                    // way.
                    if (values.texts(field, value).contains(OFFLINE_ACCESS)) {
                        scopes.add(OFFLINE_ACCESS);
                    }
                }
                case "createdDate", "lastUpdatedDate" -> value.skipChildren();
                default -> {
                    return false;
                }
            }
            return true;
        });
        return new ConsentRecord(texts.get("clientId"), scopes);
    }

    MembershipRecord membership(String path, JsonParser json) throws IOException {
        Map<String, String> texts = new HashMap<>();
        List<String> groups = new ArrayList<>(0);
        each(path, json, (name, field, value) -> {
            switch (name) {
                case "alias", "membershipType" -> put(texts, name, values.text(field, value));
                case "groups" -> groups.addAll(values.texts(field, value));
                default -> {
                    return false;
                }
            }
            return true;
        });
        return new MembershipRecord(texts.get("alias"), texts.get("membershipType"), groups);
    }

    VerifiableCredentialRecord verifiableCredential(String path, JsonParser json) throws IOException {
        Map<String, String> texts = new HashMap<>();
        Map<String, Long> numbers = new HashMap<>();
        Map<String, Map<String, List<String>>> attributes = new HashMap<>();
        each(path, json, (name, field, value) -> {
            switch (name) {
                case "credentialScopeName", "revision" -> put(texts, name, values.text(field, value));
                case "createdDate", "updatedDate" -> number(numbers, name, field, value);
                case "userAttributes" -> attributes.put(name, values.textLists(field, value));
                case "credentialConfigurationId" -> value.skipChildren();
                default -> {
                    return false;
                }
            }
            return true;
        });
        return new VerifiableCredentialRecord(
                texts.get("credentialScopeName"),
                texts.get("revision"),
                numbers.get("createdDate"),
                numbers.get("updatedDate"),
                attributes.get("userAttributes"));
    }

    IssuedCredentialRecord issuedCredential(String path, JsonParser json) throws IOException {
        Map<String, String> texts = new HashMap<>();
        Map<String, Long> numbers = new HashMap<>();
        each(path, json, (name, field, value) -> {
            switch (name) {
                case "credentialType", "clientId", "revision" -> put(texts, name, values.text(field, value));
                case "issuedAt", "expiresAt" -> number(numbers, name, field, value);
                case "id", "userId", "clientName", "clientBaseUrl" -> value.skipChildren();
                default -> {
                    return false;
                }
            }
            return true;
        });
        return new IssuedCredentialRecord(
                texts.get("credentialType"),
                numbers.get("issuedAt"),
                numbers.get("expiresAt"),
                texts.get("clientId"),
                texts.get("revision"));
    }

    private Map<String, String> texts(String path, JsonParser json, Set<String> known) throws IOException {
        Map<String, String> texts = new HashMap<>();
        each(path, json, (name, field, value) -> {
            if (known.contains(name)) {
                put(texts, name, values.text(field, value));
                return true;
            }
            return false;
        });
        return texts;
    }

    private void each(String path, JsonParser json, FieldReader reader) throws IOException {
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            String field = path + "." + name;
            if (json.nextToken() != JsonToken.VALUE_NULL && !reader.read(name, field, json)) {
                warnings.add(Violation.of("unknown-field", field, "Unknown field, which was left out"));
                json.skipChildren();
            }
        }
    }

    private void number(Map<String, Long> numbers, String name, String field, JsonParser json) throws IOException {
        Long number = values.number(field, json, Long.MIN_VALUE, Long.MAX_VALUE);
        if (number != null) {
            numbers.put(name, number);
        }
    }

    private static void put(Map<String, String> texts, String name, @Nullable String text) {
        if (text != null) {
            texts.put(name, text);
        }
    }
}
