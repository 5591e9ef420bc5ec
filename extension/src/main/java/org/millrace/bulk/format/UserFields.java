package org.millrace.bulk.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.CredentialRecord;
import org.millrace.bulk.record.FederatedIdentityRecord;
import org.millrace.bulk.record.Position;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.Violation;

/** The fields of one user while they are being read, with what was wrong with them. */
final class UserFields {
    /** What an export holds because the server worked it out; it is worked out again. */
    private static final Set<String> COMPUTED =
            Set.of("access", "disableableCredentialTypes", "origin", "self", "totp", "userProfileMetadata");

    /** What the representation has and no writer can store yet: refused, so that nothing is lost silently. */
    private static final Set<String> NOT_IMPORTED = Set.of(
            "applicationRoles",
            "clientConsents",
            "issuedVerifiableCredentials",
            "organizations",
            "serviceAccountClientId",
            "socialLinks",
            "verifiableCredentials");

    private static final Set<String> NAMES_CREDENTIALS = Set.of("credentials");
    private static final Set<String> NAMES_ACTIONS = Set.of("requiredActions");
    private static final Set<String> NAMES_BOTH = Set.of("credentials", "requiredActions");

    private final Position position;
    private final JsonValues values = new JsonValues();
    private final List<Violation> warnings = new ArrayList<>(0);

    private @Nullable String id;
    private @Nullable String username;
    private @Nullable String email;
    private @Nullable String firstName;
    private @Nullable String lastName;
    private @Nullable Boolean enabled;
    private @Nullable Boolean emailVerified;
    private @Nullable Long createdTimestamp;
    private @Nullable Long notBefore;
    private @Nullable String federationLink;
    private Map<String, List<String>> attributes = Map.of();
    private @Nullable List<String> requiredActions;
    private List<String> realmRoles = List.of();
    private Map<String, List<String>> clientRoles = Map.of();
    private List<String> groups = List.of();
    private @Nullable List<CredentialRecord> credentials;
    private List<FederatedIdentityRecord> federatedIdentities = List.of();

    UserFields(Position position) {
        this.position = position;
    }

    List<Violation> problems() {
        return values.problems();
    }

    Optional<String> key() {
        return Optional.ofNullable(username != null ? username : email);
    }

    UserRecord toRecord() {
        return new UserRecord(
                position,
                id,
                username,
                email,
                firstName,
                lastName,
                enabled,
                emailVerified,
                createdTimestamp,
                notBefore == null ? null : notBefore.intValue(),
                federationLink,
                attributes,
                requiredActions == null ? List.of() : requiredActions,
                realmRoles,
                clientRoles,
                groups,
                credentials == null ? List.of() : credentials,
                federatedIdentities,
                namedLists(),
                warnings);
    }

    private Set<String> namedLists() {
        if (requiredActions == null) {
            return credentials == null ? Set.of() : NAMES_CREDENTIALS;
        }
        return credentials == null ? NAMES_ACTIONS : NAMES_BOTH;
    }

    /** Reads an object whose start was read already, up to its end. */
    void read(JsonParser json) throws IOException {
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String field = json.currentName();
            JsonToken value = json.nextToken();
            if (value != JsonToken.VALUE_NULL) {
                read(field, json);
            }
        }
    }

    private void read(String field, JsonParser json) throws IOException {
        switch (field) {
            case "id" -> id = values.text(field, json);
            case "username" -> username = values.text(field, json);
            case "email" -> email = values.text(field, json);
            case "firstName" -> firstName = values.text(field, json);
            case "lastName" -> lastName = values.text(field, json);
            case "enabled" -> enabled = values.flag(field, json);
            case "emailVerified" -> emailVerified = values.flag(field, json);
            case "createdTimestamp" -> createdTimestamp = values.number(field, json, Long.MIN_VALUE, Long.MAX_VALUE);
            case "notBefore" -> notBefore = values.number(field, json, 0, Integer.MAX_VALUE);
            case "federationLink" -> federationLink = values.text(field, json);
            case "attributes" -> attributes = values.textLists(field, json);
            case "requiredActions" -> requiredActions = values.texts(field, json);
            case "realmRoles" -> realmRoles = values.texts(field, json);
            case "clientRoles" -> clientRoles = values.textLists(field, json);
            case "groups" -> groups = values.texts(field, json);
            case "credentials" -> credentials = values.objects(field, json, this::credential);
            case "federatedIdentities" -> federatedIdentities = values.objects(field, json, this::federatedIdentity);
            default -> unread(field, json);
        }
    }

    private void unread(String field, JsonParser json) throws IOException {
        boolean empty = JsonValues.skip(json);
        if (!empty && NOT_IMPORTED.contains(field)) {
            values.problem("unsupported-field", field, "This field cannot be imported yet");
        } else if (!NOT_IMPORTED.contains(field) && !COMPUTED.contains(field)) {
            warnings.add(Violation.of("unknown-field", field, "The field is unknown and was left out"));
        }
    }

    private CredentialRecord credential(String path, JsonParser json) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        Long createdDate = null;
        boolean temporary = false;
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String field = json.currentName();
            if (json.nextToken() == JsonToken.VALUE_NULL) {
                continue;
            }
            String name = path + "." + field;
            switch (field) {
                case "createdDate" -> createdDate = values.number(name, json, Long.MIN_VALUE, Long.MAX_VALUE);
                case "temporary" -> temporary = Boolean.TRUE.equals(values.flag(name, json));
                case "id", "type", "userLabel", "secretData", "credentialData", "value" -> {
                    String text = values.text(name, json);
                    if (text != null) {
                        texts.put(field, text);
                    }
                }
                case "priority", "federationLink" -> json.skipChildren();
                default -> {
                    warnings.add(Violation.of("unknown-field", name, "The field is unknown and was left out"));
                    json.skipChildren();
                }
            }
        }
        return new CredentialRecord(
                texts.get("id"),
                texts.get("type"),
                texts.get("userLabel"),
                createdDate,
                texts.get("secretData"),
                texts.get("credentialData"),
                texts.get("value"),
                temporary);
    }

    private FederatedIdentityRecord federatedIdentity(String path, JsonParser json) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String field = json.currentName();
            if (json.nextToken() == JsonToken.VALUE_NULL) {
                continue;
            }
            String text = values.text(path + "." + field, json);
            if (text != null) {
                texts.put(field, text);
            }
        }
        return new FederatedIdentityRecord(texts.get("identityProvider"), texts.get("userId"), texts.get("userName"));
    }
}
