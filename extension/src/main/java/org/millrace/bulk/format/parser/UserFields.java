package org.millrace.bulk.format.parser;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.format.SourceFields;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.record.user.AssociationsRecord;
import org.millrace.bulk.record.user.ConsentRecord;
import org.millrace.bulk.record.user.CredentialRecord;
import org.millrace.bulk.record.user.FederatedIdentityRecord;
import org.millrace.bulk.record.user.IssuedCredentialRecord;
import org.millrace.bulk.record.user.MembershipRecord;
import org.millrace.bulk.record.user.VerifiableCredentialRecord;

/** The fields of one user during parsing, with their problems. */
final class UserFields {
    /** Fields of an export that the server computes again. The parser that selects the record type reads {@code type}. */
    private static final Set<String> COMPUTED = Set.of(
            OperationParser.FIELD,
            "access",
            "disableableCredentialTypes",
            "origin",
            "self",
            "totp",
            "type",
            "userProfileMetadata");

    private static final Set<String> NAMES_CREDENTIALS = Set.of("credentials");
    private static final Set<String> NAMES_ACTIONS = Set.of("requiredActions");
    private static final Set<String> NAMES_BOTH = Set.of("credentials", "requiredActions");

    /** Field names by their normalised form, which other systems spell for example {@code first_name}. */
    private static final Map<String, String> NAMES = Stream.of(
                    "id",
                    "username",
                    "email",
                    "firstName",
                    "lastName",
                    "enabled",
                    "emailVerified",
                    "createdTimestamp",
                    "attributes",
                    "requiredActions",
                    "realmRoles",
                    "clientRoles",
                    "groups",
                    "credentials",
                    "federatedIdentities",
                    "organizations")
            .collect(Collectors.toUnmodifiableMap(UserFields::plain, Function.identity()));

    /** The field that says that the user has no partner in another file, which has the password hashes. */
    private static final String PASSWORD_HASH = "$passwordHash";

    private final Position position;
    private final JsonValues values;
    private final List<Violation> warnings = new ArrayList<>(0);
    private final UserObjects objects;

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
    private @Nullable Map<String, List<String>> clientRoles;
    private @Nullable Map<String, List<String>> applicationRoles;
    private List<String> groups = List.of();
    private @Nullable List<CredentialRecord> credentials;
    private @Nullable List<FederatedIdentityRecord> federatedIdentities;
    private @Nullable List<FederatedIdentityRecord> socialLinks;
    private @Nullable String serviceAccountClientId;
    private @Nullable List<ConsentRecord> clientConsents;
    private @Nullable List<MembershipRecord> organizations;
    private @Nullable List<VerifiableCredentialRecord> verifiableCredentials;
    private @Nullable List<IssuedCredentialRecord> issuedVerifiableCredentials;

    UserFields(Position position, int maxValues) {
        this.position = position;
        this.values = new JsonValues(maxValues);
        this.objects = new UserObjects(values, warnings);
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
                current(clientRoles, "clientRoles", applicationRoles, "applicationRoles", Map.of()),
                groups,
                credentials == null ? List.of() : credentials,
                current(federatedIdentities, "federatedIdentities", socialLinks, "socialLinks", List.of()),
                namedLists(),
                warnings,
                associations());
    }

    private AssociationsRecord associations() {
        boolean none = serviceAccountClientId == null
                && clientConsents == null
                && organizations == null
                && verifiableCredentials == null
                && issuedVerifiableCredentials == null;
        return none
                ? AssociationsRecord.NONE
                : new AssociationsRecord(
                        serviceAccountClientId,
                        clientConsents,
                        organizations,
                        verifiableCredentials,
                        issuedVerifiableCredentials);
    }

    /** The value of a field with an old name in old exports: the old one counts if the new one is absent. */
    private <T> T current(@Nullable T value, String field, @Nullable T oldValue, String oldField, T absent) {
        if (value != null && oldValue != null) {
            warnings.add(
                    Violation.of("superseded-field", oldField, "Left out, because the record also contains " + field));
        }
        return value != null ? value : oldValue != null ? oldValue : absent;
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
            case "applicationRoles" -> applicationRoles = values.textLists(field, json);
            case "groups" -> groups = values.texts(field, json);
            case "credentials" -> credentials = values.objects(field, json, objects::credential);
            case "federatedIdentities" -> federatedIdentities = values.objects(field, json, objects::federatedIdentity);
            case "socialLinks" -> socialLinks = values.objects(field, json, objects::socialLink);
            case "serviceAccountClientId" -> serviceAccountClientId = values.text(field, json);
            case "clientConsents" -> clientConsents = values.objects(field, json, objects::consent);
            case "organizations" -> organizations = values.objects(field, json, objects::membership);
            case "verifiableCredentials" ->
                verifiableCredentials = values.objects(field, json, objects::verifiableCredential);
            case "issuedVerifiableCredentials" ->
                issuedVerifiableCredentials = values.objects(field, json, objects::issuedCredential);
            case PASSWORD_HASH -> {
                json.skipChildren();
                warnings.add(Violation.of(
                        "missing-password-hash", "credentials", "The job has no password hash for this user"));
            }
            default -> unread(field, json);
        }
    }

    private static String plain(String field) {
        return field.replace("_", "").replace("-", "").toLowerCase(Locale.ROOT);
    }

    private void unread(String field, JsonParser json) throws IOException {
        json.skipChildren();
        if (!COMPUTED.contains(field)) {
            String meant = NAMES.get(plain(field));
            warnings.add(Violation.of(
                    "unknown-field",
                    field,
                    "Unknown field, which was left out"
                            + (meant == null ? SourceFields.advice(List.of(field)) : "; did you mean " + meant + "?")));
        }
    }
}
