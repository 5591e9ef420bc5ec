package org.millrace.bulk.format.json;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.record.field.Violation;

/** What to do with the sections of an export file that are not imported. */
final class ExportAdvice {
    private static final String CODE = "section-not-imported";

    private static final String REALM_FIRST = "Create the realm with kc.sh import before";

    private static final String OLD_FORMAT = "Import the file with kc.sh import and export it again";

    private static final Map<String, String> ADVICE = Map.ofEntries(
            Map.entry(ExportSections.SETTINGS, REALM_FIRST + ", or use kcadm.sh update realms/<realm>"),
            Map.entry("authenticationFlows", REALM_FIRST + ": clients and identity providers name flows by alias"),
            Map.entry("authenticatorConfig", REALM_FIRST),
            Map.entry("requiredActions", REALM_FIRST),
            Map.entry(
                    ExportSections.COMPONENTS,
                    REALM_FIRST + ", or use kcadm.sh create components (keys, user federation, user profile)"),
            Map.entry("clientPolicies", REALM_FIRST + ", or use kcadm.sh update client-policies/policies"),
            Map.entry("clientProfiles", REALM_FIRST + ", or use kcadm.sh update client-policies/profiles"),
            Map.entry("localizationTexts", REALM_FIRST),
            Map.entry("federatedUsers", "Import users of user federation providers with kc.sh import"),
            Map.entry("userFederationProviders", OLD_FORMAT),
            Map.entry("userFederationMappers", OLD_FORMAT),
            Map.entry("clientTemplates", OLD_FORMAT),
            Map.entry("applications", OLD_FORMAT),
            Map.entry("applicationScopeMappings", OLD_FORMAT),
            Map.entry("oauthClients", OLD_FORMAT),
            Map.entry("protocolMappers", OLD_FORMAT));

    private ExportAdvice() {}

    /** One notice for each section. */
    static List<Violation> notices(List<String> sections) {
        return sections.stream()
                .map(section -> Violation.of(
                        CODE,
                        section,
                        "Section \"" + section + "\" is not imported. " + ADVICE.getOrDefault(section, REALM_FIRST)))
                .toList();
    }
}
