package org.millrace.bulk.format.json;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.millrace.bulk.format.SourceFields;
import org.millrace.bulk.format.UndecodableBodyException;
import org.millrace.bulk.record.field.Violation;

/**
 * The fields of a Keycloak export file: sections that can be imported, and settings of the realm. Collects the names of skipped
 * sections.
 */
final class ExportSections {
    static final String SETTINGS = "realm settings";

    private static final int MAX_NAMES = 10;
    private static final int MAX_NAME_LENGTH = 40;

    /** Metadata of a file. */
    private static final Set<String> LABELS = Set.of("id", "realm", "keycloakVersion", "ifResourceExists");

    /** Sections that are not read. */
    private static final Set<String> SKIPPED = Set.of(
            "applicationScopeMappings",
            "applications",
            "authenticationFlows",
            "authenticatorConfig",
            "clientPolicies",
            "clientProfiles",
            "clientTemplates",
            "components",
            "federatedUsers",
            "localizationTexts",
            "oauthClients",
            "protocolMappers",
            "requiredActions",
            "userFederationMappers",
            "userFederationProviders");

    static final String COMPONENTS = "components";

    /** Key of the component that holds the configuration of the user profile. */
    static final String USER_PROFILE = "kc.user.profile.config";

    private final Set<String> taken;
    private final Set<String> passedOver = new LinkedHashSet<>();
    private final Set<String> names = new LinkedHashSet<>();
    private boolean recognised;
    private boolean hasUserProfile;

    /** @param taken names of the fields whose contents are read */
    ExportSections(Set<String> taken) {
        this.taken = taken;
    }

    /** Notes a field, and whether its value holds anything. */
    void note(String field, boolean holdsSomething) {
        boolean section = SKIPPED.contains(field) || ExportSection.READ.contains(field);
        if (names.size() < MAX_NAMES) {
            names.add(Violation.shortened(field, MAX_NAME_LENGTH));
        }
        recognised |= section || taken.contains(field) || field.equals("realm");
        if (holdsSomething && !taken.contains(field) && !LABELS.contains(field)) {
            passedOver.add(section ? field : SETTINGS);
        }
    }

    /** Notes that the components of the realm have a user profile. */
    void noteUserProfile() {
        hasUserProfile = true;
    }

    /** Messages about the whole file. */
    List<Violation> notices() {
        return hasUserProfile
                ? List.of(Violation.of(
                        "user-profile-not-imported",
                        COMPONENTS,
                        "The export has a user profile, which is not imported. Attributes outside of this realm's user"
                                + " profile are left out; give this realm the same profile before the import"))
                : List.of();
    }

    /** Whether any field was one that only export files have. */
    boolean isRecognised() {
        return recognised;
    }

    /** The object is no export file; the message says what to send instead. */
    UndecodableBodyException notAnExport() {
        String fields = names.stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(", "));
        String detail = names.contains("realms")
                ? "The body wraps realms in the field \"realms\"; send the export of one realm per request"
                : "The body is one JSON object with the fields " + fields
                        + ", which is not a Keycloak export file; send"
                        + " records as an array, [{...}, {...}], or one per line as application/x-ndjson"
                        + SourceFields.advice(names);
        return new UndecodableBodyException("undecodable-body", detail);
    }

    /** Sections that hold something, by their names and in the order of the file; settings are one of them. */
    List<String> passedOver() {
        return List.copyOf(passedOver);
    }
}
