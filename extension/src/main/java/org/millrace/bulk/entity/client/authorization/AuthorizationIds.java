package org.millrace.bulk.entity.client.authorization;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.keycloak.representations.idm.authorization.PolicyRepresentation;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.keycloak.representations.idm.authorization.ResourceServerRepresentation;
import org.millrace.bulk.entity.resource.ResourceRecord;
import org.millrace.bulk.record.IdMapping;

/**
 * Assigns new ids to the authorization settings of clients.
 *
 * @param ids those of one import
 */
public record AuthorizationIds(IdMapping ids) {
    private static final Pattern QUOTED = Pattern.compile("\"([^\"\\\\]*)\"");

    /** Gives new ids to all that settings contain. */
    public void map(ResourceServerRepresentation settings) {
        Set<String> old = new HashSet<>();
        settings.getScopes().forEach(scope -> old.add(String.valueOf(scope.getId())));
        settings.getScopes().forEach(scope -> scope.setId(ids.map(scope.getId())));
        for (ResourceRepresentation resource : settings.getResources()) {
            old.add(String.valueOf(resource.getId()));
            resource.getScopes().forEach(scope -> old.add(String.valueOf(scope.getId())));
            ResourceRecord.map(resource, ids);
        }
        for (PolicyRepresentation policy : settings.getPolicies()) {
            old.add(String.valueOf(policy.getId()));
            policy.setId(ids.map(policy.getId()));
        }
        for (PolicyRepresentation policy : settings.getPolicies()) {
            Map<String, String> config = new HashMap<>(Objects.requireNonNullElse(policy.getConfig(), Map.of()));
            for (String list : List.of("resources", "scopes", "applyPolicies")) {
                config.computeIfPresent(list, (name, value) -> mapped(value, old));
            }
            policy.setConfig(config);
        }
    }

    /** A list of names and ids as JSON, with those ids mapped that things of the same settings have. */
    private String mapped(String list, Set<String> old) {
        return QUOTED.matcher(list).replaceAll(match -> {
            String text = match.group(1);
            return Matcher.quoteReplacement('"' + (old.contains(text) ? ids.of(text) : text) + '"');
        });
    }
}
