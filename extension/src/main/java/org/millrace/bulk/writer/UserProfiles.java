package org.millrace.bulk.writer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.UserModel;
import org.keycloak.userprofile.Attributes;
import org.keycloak.userprofile.UserProfile;
import org.keycloak.userprofile.UserProfileContext;
import org.keycloak.userprofile.UserProfileProvider;
import org.keycloak.userprofile.ValidationException;
import org.keycloak.utils.StringUtil;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.NewUser.Attribute;

/**
 * Runs records through the realm's user profile, in the context that {@code POST /users} uses, so that what is refused,
 * normalised, defaulted or read-only there is so here. For one session and its thread.
 */
final class UserProfiles {
    private final UserProfileProvider provider;
    private final Optional<ProfilePlan> plan;
    private final ProfileMessages messages;

    UserProfiles(KeycloakSession session) {
        // Made anew by its factory, not taken from the session, so that it sees this session's view of the users.
        this.provider = (UserProfileProvider) session.getKeycloakSessionFactory()
                .getProviderFactory(UserProfileProvider.class)
                .create(session);
        this.plan = ProfilePlan.of(session, provider);
        this.messages = new ProfileMessages(session);
    }

    /** What a profile leaves of a record: columns, and attributes in the order of their names. */
    record Profile(
            String username,
            @Nullable String email,
            @Nullable String firstName,
            @Nullable String lastName,
            List<Attribute> attributes) {}

    /** Validates a record; with problems added, the profile is of no use. */
    Profile read(UserRecord item, List<Violation> problems) {
        Map<String, List<String>> raw = raw(item);
        if (plan.isPresent()) {
            PlannedAttributes attributes = plan.get().attributes(raw);
            plan.get()
                    .validate(
                            attributes,
                            error -> problems.add(messages.violation(new ValidationException.Error(error))));
            return stored(attributes);
        }
        UserProfile profile = provider.create(UserProfileContext.USER_API, raw);
        try {
            profile.validate();
        } catch (ValidationException e) {
            for (ValidationException.Error error : e.getErrors()) {
                problems.add(messages.violation(error));
            }
        }
        return stored(profile.getAttributes());
    }

    private static Map<String, List<String>> raw(UserRecord item) {
        Map<String, List<String>> raw = new HashMap<>(item.attributes());
        put(raw, UserModel.USERNAME, item.username());
        put(raw, UserModel.EMAIL, item.email());
        put(raw, UserModel.LAST_NAME, item.lastName());
        put(raw, UserModel.FIRST_NAME, item.firstName());
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

    private static Profile stored(Attributes attributes) {
        String username = Optional.ofNullable(attributes.getFirst(UserModel.USERNAME))
                .or(() -> Optional.ofNullable(attributes.getFirst(UserModel.EMAIL)))
                .orElse("");
        String email = null;
        String firstName = null;
        String lastName = null;
        List<Attribute> others = new ArrayList<>();
        for (Map.Entry<String, List<String>> attribute :
                attributes.getWritable().entrySet()) {
            String first = null;
            for (String value : attribute.getValue()) {
                if (StringUtil.isNotBlank(value)) {
                    first = first == null ? value : first;
                    if (!isColumn(attribute.getKey())) {
                        others.add(new Attribute(attribute.getKey(), value));
                    }
                }
            }
            switch (attribute.getKey()) {
                case UserModel.USERNAME -> username = first == null ? username : first;
                case UserModel.EMAIL -> email = first;
                case UserModel.FIRST_NAME -> firstName = first;
                case UserModel.LAST_NAME -> lastName = first;
                default -> {}
            }
        }
        others.sort(Comparator.comparing(Attribute::name));
        return new Profile(username, email, firstName, lastName, others);
    }

    private static boolean isColumn(String name) {
        return name.equals(UserModel.USERNAME)
                || name.equals(UserModel.EMAIL)
                || name.equals(UserModel.FIRST_NAME)
                || name.equals(UserModel.LAST_NAME);
    }
}
