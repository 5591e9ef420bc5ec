package org.millrace.bulk.format;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The fields of a Keycloak export file: one holds the users, some hold other things that could be imported, the rest are
 * settings of the realm. Remembers what was found beside users.
 */
final class ExportSections {
    static final String USERS = "users";
    static final String SETTINGS = "realm settings";

    /** What a file says about itself. */
    private static final Set<String> LABELS = Set.of("id", "realm", "keycloakVersion", "ifResourceExists");

    private static final Set<String> SECTIONS = Set.of(
            "applicationScopeMappings",
            "applications",
            "authenticationFlows",
            "authenticatorConfig",
            "clientPolicies",
            "clientProfiles",
            "clientScopeMappings",
            "clientScopes",
            "clientTemplates",
            "clients",
            "components",
            "defaultGroups",
            "defaultRole",
            "defaultRoles",
            "federatedUsers",
            "groups",
            "identityProviderMappers",
            "identityProviders",
            "localizationTexts",
            "oauthClients",
            "organizations",
            "protocolMappers",
            "requiredActions",
            "roles",
            "scopeMappings",
            "userFederationMappers",
            "userFederationProviders");

    private final Set<String> passedOver = new LinkedHashSet<>();
    private boolean recognised;

    /** Notes a field, and whether its value holds anything. */
    void note(String field, boolean holdsSomething) {
        boolean section = SECTIONS.contains(field);
        recognised |= section || field.equals(USERS) || field.equals("realm");
        if (holdsSomething && !field.equals(USERS) && !LABELS.contains(field)) {
            passedOver.add(section ? field : SETTINGS);
        }
    }

    /** Whether any field was one that only export files have. */
    boolean isRecognised() {
        return recognised;
    }

    /** Sections that hold something, by their names and in the order of the file; settings are one of them. */
    List<String> passedOver() {
        return List.copyOf(passedOver);
    }
}
