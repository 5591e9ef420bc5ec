package org.millrace.bulk.entity.user.profile;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.utils.StringUtil;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.writer.ValidationResult;

/**
 * Leaves out of a record what no administrator may write, where validation does not reject it. For one session and its thread.
 *
 * @param ofPolicy whether nothing but the policy for unmanaged attributes forbids an attribute
 * @param mayManageRealm whether the caller may write such attributes: Keycloak's partial import, which needs the permission to manage
 *     the realm, does not apply the policy
 */
record ReadOnlyAttributes(Predicate<String> ofPolicy, BooleanSupplier mayManageRealm) {
    /** Removes read-only attributes, with a warning for each. */
    void leaveOut(Map<String, List<String>> raw, Predicate<String> readOnly, ValidationResult validationResult) {
        raw.keySet().removeIf(name -> {
            boolean leftOut = !isWritable(name) && readOnly.test(name);
            if (leftOut) {
                validationResult.warn(
                        ofPolicy.test(name)
                                ? LeftOutAttributeWarnings.unmanaged(name)
                                : LeftOutAttributeWarnings.readOnly(name));
            }
            return leftOut;
        });
    }

    /**
     * Gives read-only attributes of an existing user their stored values, with a warning for each that the record changes.
     *
     * @param replaces whether attributes that the record does not contain are removed
     */
    void keep(
            Map<String, List<String>> raw,
            UserState current,
            boolean replaces,
            Predicate<String> readOnly,
            ValidationResult validationResult) {
        Map<String, List<String>> stored = RawAttributes.of(current);
        Set<String> named = Set.copyOf(raw.keySet());
        raw.entrySet().removeIf(attribute -> isSame(attribute.getKey(), attribute.getValue(), stored));
        leaveOut(raw, readOnly, validationResult);
        stored.forEach((name, values) -> {
            if (!replaces || named.contains(name) || readOnly.test(name) && !isWritable(name)) {
                raw.putIfAbsent(name, values);
            }
        });
    }

    /** Whether the caller may write an attribute although the policy for unmanaged attributes forbids it. */
    boolean isWritable(String name) {
        return ofPolicy.test(name) && mayManageRealm.getAsBoolean();
    }

    private static boolean isSame(String name, List<String> values, Map<String, List<String>> stored) {
        return comparable(name, values).equals(comparable(name, stored.getOrDefault(name, List.of())));
    }

    /** Values as Keycloak stores them: none of them blank, usernames and email addresses in lower case. */
    private static List<String> comparable(String name, List<String> values) {
        boolean lowerCase = name.equals(UserModel.USERNAME) || name.equals(UserModel.EMAIL);
        return values.stream()
                .filter(StringUtil::isNotBlank)
                .map(value -> lowerCase ? KeycloakModelUtils.toLowerCaseSafe(value) : value)
                .toList();
    }
}
