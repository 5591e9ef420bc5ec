package org.millrace.bulk.entity.user.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.Constants;
import org.keycloak.models.UserModel;
import org.keycloak.utils.StringUtil;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.entity.user.state.UserState.Attribute;
import org.millrace.bulk.record.UserRecord;

/**
 * The attributes of a user by name as a user profile takes them, with user name, email address, first and last name among them.
 */
public final class RawAttributes {
    /** Attributes that Keycloak stores in columns of the user. */
    static final Set<String> COLUMNS =
            Set.of(UserModel.USERNAME, UserModel.EMAIL, UserModel.FIRST_NAME, UserModel.LAST_NAME);

    private RawAttributes() {}

    /**
     * The attributes that a record has.
     *
     * @param plain whether to remove the prefix {@code user.attributes.} of names, as Keycloak's user profile does; a name without the
     *     prefix takes precedence
     */
    static Map<String, List<String>> of(UserRecord item, boolean plain) {
        Map<String, List<String>> raw = new HashMap<>(item.attributes());
        dropKeys(raw);
        if (plain) {
            raw.keySet().removeIf(RawAttributes::isPrefixed);
            item.attributes().forEach((name, values) -> {
                if (isPrefixed(name)) {
                    raw.putIfAbsent(withoutPrefixes(name), values);
                }
            });
        }
        put(raw, UserModel.USERNAME, item.username());
        put(raw, UserModel.EMAIL, item.email());
        put(raw, UserModel.LAST_NAME, item.lastName());
        put(raw, UserModel.FIRST_NAME, item.firstName());
        return raw;
    }

    /** As {@code UserRepresentation.getRawAttributes()}: only a first or last name may also come as an attribute. */
    private static void dropKeys(Map<String, List<String>> raw) {
        raw.remove(UserModel.USERNAME);
        raw.remove(UserModel.EMAIL);
    }

    private static void put(Map<String, List<String>> raw, String name, @Nullable String value) {
        if (value != null) {
            raw.put(name, List.of(value));
        }
    }

    /** The attributes that a user has. */
    static Map<String, List<String>> of(UserState user) {
        Map<String, List<String>> raw = new HashMap<>(valuesByName(user.attributes()));
        dropKeys(raw);
        put(raw, UserModel.USERNAME, user.username());
        put(raw, UserModel.EMAIL, user.email());
        put(raw, UserModel.LAST_NAME, user.lastName());
        put(raw, UserModel.FIRST_NAME, user.firstName());
        return raw;
    }

    private static boolean isPrefixed(String name) {
        return name.startsWith(Constants.USER_ATTRIBUTES_PREFIX);
    }

    /** The name without the prefix {@code user.attributes.}, which it may have several times. */
    static String withoutPrefixes(String name) {
        String plain = name;
        while (isPrefixed(plain)) {
            plain = ProfilePlan.withoutPrefix(plain);
        }
        return plain;
    }

    /** Whether one of the email addresses is not blank. */
    static boolean haveEmail(Map<String, List<String>> raw) {
        return raw.getOrDefault(UserModel.EMAIL, List.of()).stream().anyMatch(StringUtil::isNotBlank);
    }

    /** Attributes without user name, email address, first and last name. */
    static Map<String, List<String>> valuesByName(List<Attribute> attributes) {
        Map<String, List<String>> values = new TreeMap<>();
        for (Attribute attribute : attributes) {
            values.computeIfAbsent(attribute.name(), name -> new ArrayList<>(1)).add(attribute.value());
        }
        return values;
    }

    /** Whether Keycloak stores the attribute in a column of the user instead of an attribute. */
    public static boolean isColumn(String name) {
        return COLUMNS.contains(name);
    }
}
