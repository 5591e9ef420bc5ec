package org.millrace.bulk.entity.user.profile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.utils.StringUtil;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.TextLengths;

/** Profiles for imports without validation: only requirements of the database and of logins are checked. */
final class UncheckedProfiles {
    /** {@code USER_ENTITY} and {@code USER_ATTRIBUTE.NAME}, in characters. */
    private static final int MAX_COLUMN_LENGTH = 255;

    private final RealmModel realm;
    private final UserLookup known;

    UncheckedProfiles(RealmModel realm, UserLookup known) {
        this.realm = realm;
        this.known = known;
    }

    /**
     * The profile of these attributes.
     *
     * @param ownId the id of the user that is changed; null for a new one
     * @param isAccount whether the user is a service account, whose username is never its email address
     */
    ProfileResult profile(
            Map<String, List<String>> raw, @Nullable String ownId, boolean isAccount, ValidationResult result) {
        Map<String, List<String>> values = new HashMap<>(raw);
        lowerCase(values, UserModel.EMAIL);
        lowerCase(values, UserModel.USERNAME);
        List<String> email = values.getOrDefault(UserModel.EMAIL, List.of());
        if (realm.isRegistrationEmailAsUsername() && !isAccount && RawAttributes.haveEmail(values)) {
            values.put(UserModel.USERNAME, email);
        }
        ProfileResult profile = ProfileResult.of("", values);
        if (StringUtil.isBlank(profile.username())) {
            result.reject(Violation.of("missing-username", "username", "User name is missing"));
        } else if (isOther(known.byUsername(profile.username()), ownId)
                || realm.isLoginWithEmailAllowed() && isOther(known.byEmail(profile.username()), ownId)) {
            result.reject(Violation.of("username-exists", "username", "User exists with same username"));
        }
        if (profile.email() != null
                && !realm.isDuplicateEmailsAllowed()
                && (isOther(known.byEmail(profile.email()), ownId)
                        || realm.isLoginWithEmailAllowed() && isOther(known.byUsername(profile.email()), ownId))) {
            result.reject(Violation.of("email-exists", "email", "User exists with same email"));
        }
        checkLengths(profile, result);
        return profile;
    }

    static void checkLengths(ProfileResult profile, ValidationResult result) {
        checkLength("username", profile.username(), result);
        checkLength("email", profile.email(), result);
        checkLength("firstName", profile.firstName(), result);
        checkLength("lastName", profile.lastName(), result);
        profile.attributes().forEach(attribute -> checkLength("attributes", attribute.name(), result));
    }

    private static void checkLength(String field, @Nullable String value, ValidationResult result) {
        if (value != null && value.codePointCount(0, value.length()) > MAX_COLUMN_LENGTH) {
            result.reject(Violation.of("value-too-long", field, TextLengths.tooLong(value, MAX_COLUMN_LENGTH)));
        }
    }

    private static void lowerCase(Map<String, List<String>> values, String name) {
        values.computeIfPresent(
                name,
                (key, given) ->
                        given.stream().map(KeycloakModelUtils::toLowerCaseSafe).toList());
    }

    private static boolean isOther(Optional<String> found, @Nullable String ownId) {
        return found.isPresent() && !found.get().equals(ownId);
    }
}
