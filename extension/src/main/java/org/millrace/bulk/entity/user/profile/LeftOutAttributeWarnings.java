package org.millrace.bulk.entity.user.profile;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.common.util.CollectionUtil;
import org.keycloak.utils.StringUtil;
import org.millrace.bulk.entity.user.state.UserState.Attribute;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;

/**
 * Attributes that the user profile drops without a message.
 *
 * @param defined names of the attributes that the realm's user profile defines
 */
record LeftOutAttributeWarnings(Set<String> defined) {
    /** Length up to which a message shows the name of an attribute, in characters. */
    private static final int MAX_SHOWN_NAME = 100;

    /** Number of attributes up to which each is compared with each. */
    private static final int MAX_COMPARED = 50;

    /** Adds warnings for attributes whose values in the record are not those of its profile. */
    void warn(UserRecord item, ProfileResult profile, ValidationResult validationResult) {
        if (item.attributes().isEmpty() || validationResult.isRejected() || keepsAll(item, profile)) {
            return;
        }
        Map<String, List<String>> kept = RawAttributes.valuesByName(profile.attributes());
        Set<String> reported = validationResult.warnings().stream()
                .map(warning -> String.valueOf(warning.field()))
                .collect(Collectors.toSet());
        for (Map.Entry<String, List<String>> attribute : item.attributes().entrySet()) {
            String name = RawAttributes.withoutPrefixes(attribute.getKey());
            List<String> values = notBlank(attribute.getValue());
            if (values.isEmpty()
                    || RawAttributes.isColumn(name)
                    || reported.contains("attributes." + name)
                    || isKept(values, kept, name)
                    || isKept(values, kept, ProfilePlan.withoutPrefix(attribute.getKey()))) {
                continue;
            }
            validationResult.warn(defined.contains(name) ? readOnly(name) : unmanaged(name));
        }
    }

    /** Whether each attribute has one value, which the profile has. That is so for most users, and quickly found out. */
    private static boolean keepsAll(UserRecord item, ProfileResult profile) {
        if (item.attributes().size() > MAX_COMPARED) {
            return false;
        }
        for (Map.Entry<String, List<String>> attribute : item.attributes().entrySet()) {
            if (attribute.getValue().size() != 1
                    || !isOnlyValue(attribute.getKey(), attribute.getValue().get(0), profile.attributes())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOnlyValue(String name, String value, List<Attribute> attributes) {
        boolean found = false;
        for (Attribute attribute : attributes) {
            if (attribute.name().equals(name)) {
                if (found || !attribute.value().equals(value)) {
                    return false;
                }
                found = true;
            }
        }
        return found;
    }

    private static boolean isKept(List<String> values, Map<String, List<String>> kept, String name) {
        return CollectionUtil.collectionEquals(values, notBlank(kept.getOrDefault(name, List.of())));
    }

    private static List<String> notBlank(List<String> values) {
        return values.stream().filter(StringUtil::isNotBlank).toList();
    }

    static Violation unmanaged(String name) {
        return Violation.of(
                "unmanaged-attribute",
                field(name),
                "Attribute \"" + Violation.shortened(name, MAX_SHOWN_NAME)
                        + "\" is not defined in the realm's user profile and was left out. Define it there, or set"
                        + " unmanagedAttributePolicy of the user profile to ENABLED or ADMIN_EDIT");
    }

    static Violation readOnly(String name) {
        return Violation.of(
                "read-only-attribute",
                field(name),
                "Attribute \"" + Violation.shortened(name, MAX_SHOWN_NAME) + "\" is read-only and was left out");
    }

    static Violation notRestored(String name) {
        return Violation.of(
                "read-only-attribute",
                field(name),
                "Attribute \"" + Violation.shortened(name, MAX_SHOWN_NAME) + "\" is read-only and was not restored");
    }

    private static String field(String name) {
        return RawAttributes.isColumn(name) ? name : "attributes." + name;
    }
}
