package org.millrace.bulk.format;

import java.util.Collection;
import java.util.Map;

/** Fields by which the export of another system is recognised when it is sent without the parameter {@code source}. */
public final class SourceFields {
    private static final Map<String, String> SOURCES = Map.ofEntries(
            Map.entry("@odata.context", "entra"),
            Map.entry("Users", "cognito"),
            Map.entry("localId", "firebase"),
            Map.entry("providerUserInfo", "firebase"),
            Map.entry("user_id", "auth0"),
            Map.entry("app_metadata", "auth0"),
            Map.entry("profile", "okta"),
            Map.entry("Attributes", "cognito"),
            Map.entry("cognito:username", "cognito"),
            Map.entry("traits", "kratos"),
            Map.entry("schemas", "scim"),
            Map.entry("userPrincipalName", "entra"),
            Map.entry("encrypted_password", "supabase"),
            Map.entry("password_digest", "clerk"),
            Map.entry("primary_email_address_id", "clerk"));

    private SourceFields() {}

    /** Advice for unknown fields if one of them belongs to another system's export; empty otherwise. */
    public static String advice(Collection<String> fields) {
        return fields.stream()
                .filter(SOURCES::containsKey)
                .findFirst()
                .map(field ->
                        "; for an export of " + SOURCES.get(field) + " add the parameter source=" + SOURCES.get(field))
                .orElse("");
    }
}
