package org.millrace.bulk.writer;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.field.Violation;

/**
 * Values for fields that a record does not contain, where it makes a user or replaces one. A merge leaves such fields as they are.
 *
 * @param enabled null for Keycloak's default, false
 * @param emailVerified null for Keycloak's default, false
 */
public record UserDefaults(
        @Nullable Boolean enabled, @Nullable Boolean emailVerified) {
    /** Keycloak's own defaults. */
    public static final UserDefaults NONE = new UserDefaults(null, null);

    private static final String ALLOWED =
            "defaults must be a list such as enabled:true,emailVerified:true; the fields are enabled and"
                    + " emailVerified, each at most once, the values true and false";

    /** The notices of a body, without the one on the column {@code enabled} if these defaults determine it. */
    public List<Violation> relevant(List<Violation> notices) {
        return notices.stream()
                .filter(notice -> enabled == null || !notice.code().equals("no-enabled-column"))
                .toList();
    }

    /**
     * Reads the query parameter or job option {@code defaults}.
     *
     * @throws IllegalArgumentException if it is not a list of fields with values; the message lists the allowed ones
     */
    public static UserDefaults parse(String text) {
        Boolean enabled = null;
        Boolean emailVerified = null;
        Set<String> seen = new HashSet<>();
        if (text.isEmpty()) {
            return NONE;
        }
        for (String each : text.split(",", -1)) {
            int colon = each.indexOf(':');
            String field = colon < 0 ? "" : each.substring(0, colon).strip();
            String value = each.substring(colon + 1).strip();
            boolean flag = value.equals("true") || value.equals("false");
            if (!flag || !seen.add(field)) {
                throw new IllegalArgumentException(ALLOWED);
            }
            switch (field) {
                case "enabled" -> enabled = Boolean.valueOf(value);
                case "emailVerified" -> emailVerified = Boolean.valueOf(value);
                default -> throw new IllegalArgumentException(ALLOWED);
            }
        }
        return new UserDefaults(enabled, emailVerified);
    }

    public boolean enabled(@Nullable Boolean given) {
        return Boolean.TRUE.equals(given == null ? enabled : given);
    }

    public boolean emailVerified(@Nullable Boolean given) {
        return Boolean.TRUE.equals(given == null ? emailVerified : given);
    }
}
