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
        put(raw, UserModel.USERNAME, item.username());
        put(raw, UserModel.EMAIL, item.email());
        put(raw, UserModel.LAST_NAME, item.lastName());
        put(raw, UserModel.FIRST_NAME, item.firstName());
        if (plain) {
            item.attributes().forEach((name, values) -> {
                if (isPrefixed(name)) {
                    raw.remove(name);
                    raw.putIfAbsent(withoutPrefixes(name), values);
                }
            });
        }
        return raw;
    }

    /** As {@code UserRepresentation.getRawAttributes()}: a first or last name may also come as an attribute. */
    private static void put(Map<String, List<String>> raw, String name, @Nullable String value) {
        if (value != null) {
            raw.put(name, List.of(value));
        } else if (name.equals(UserModel.USERNAME) || name.equals(UserModel.EMAIL)) {
            raw.remove(name);
        }
    }

    /** The attributes that a user has. */
    static Map<String, List<String>> of(UserState user) {
        Map<String, List<String>> raw = new HashMap<>(valuesByName(user.attributes()));
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

    /**
     * Sets the attributes that a record has.
     *
     * @param plain as for {@link #of(UserRecord, boolean)}
     */
    static void overlay(Map<String, List<String>> raw, UserRecord item, boolean plain) {
        if (plain) {
            item.attributes().forEach((name, values) -> {
                if (isPrefixed(name)) {
                    raw.put(withoutPrefixes(name), values);
                }
            });
        }
        item.attributes().forEach((name, values) -> {
            boolean isKey = name.equals(UserModel.USERNAME) || name.equals(UserModel.EMAIL);
            if (!isKey && !(plain && isPrefixed(name))) {
                raw.put(name, values);
            }
        });
        overlay(raw, UserModel.USERNAME, item.username());
        overlay(raw, UserModel.EMAIL, item.email());
        overlay(raw, UserModel.LAST_NAME, item.lastName());
        overlay(raw, UserModel.FIRST_NAME, item.firstName());
    }

    private static void overlay(Map<String, List<String>> raw, String name, @Nullable String value) {
        if (value != null) {
            raw.put(name, List.of(value));
        }
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
