package org.millrace.bulk.entity.user.profile;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.Constants;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.organization.validator.OrganizationMemberValidator;
import org.keycloak.representations.userprofile.config.UPConfig.UnmanagedAttributePolicy;
import org.keycloak.userprofile.AttributeContext;
import org.keycloak.userprofile.AttributeMetadata;
import org.keycloak.userprofile.Attributes;
import org.keycloak.userprofile.DeclarativeUserProfileProvider;
import org.keycloak.userprofile.DefaultAttributes;
import org.keycloak.userprofile.UserProfileAttributeValidationContext;
import org.keycloak.userprofile.UserProfileContext;
import org.keycloak.userprofile.UserProfileProvider;
import org.keycloak.userprofile.validator.DuplicateEmailValidator;
import org.keycloak.userprofile.validator.DuplicateUsernameValidator;
import org.keycloak.validate.ValidationContext;
import org.keycloak.validate.ValidationError;
import org.keycloak.validate.Validator;
import org.millrace.bulk.entity.user.profile.AttributePlans.AttributePlan;
import org.millrace.bulk.entity.user.profile.AttributePlans.Check;

/**
 * Applies Keycloak's declarative user profile to new users as {@code POST /users} does, with metadata, validators and
 * configuration looked up once for all users. Validators are Keycloak's own and run on each value; omitted ones cannot reject a
 * user that does not exist yet. Follows {@code DefaultAttributes} and {@code DefaultUserProfile} of Keycloak 26.7. For one
 * session and its thread.
 */
final class ProfilePlan {
    private final KeycloakSession session;
    private final UserProfileProvider provider;
    private final boolean emailIsUsername;
    private final boolean unmanagedAllowed;
    private final boolean unmanagedEditable;
    private final AttributePlans plans;
    private final Map<String, Boolean> readOnly = new HashMap<>();
    private final BoundAddresses boundAddresses;

    private ProfilePlan(
            KeycloakSession session, UserProfileProvider provider, Attributes blank, FastValidation sureAnswers) {
        RealmModel realm = session.getContext().getRealm();
        UnmanagedAttributePolicy policy = provider.getConfiguration().getUnmanagedAttributePolicy();
        this.session = session;
        this.provider = provider;
        this.emailIsUsername = realm.isRegistrationEmailAsUsername();
        this.boundAddresses = new BoundAddresses(realm.isAdminPermissionsEnabled());
        this.unmanagedAllowed = policy != null;
        this.unmanagedEditable =
                policy == UnmanagedAttributePolicy.ENABLED || policy == UnmanagedAttributePolicy.ADMIN_EDIT;
        this.plans = new AttributePlans(session, blank, sureAnswers);
    }

    /** A plan for Keycloak's own profile provider; any other provider has to be called itself. */
    static Optional<ProfilePlan> of(KeycloakSession session, UserProfileProvider provider, Predicate<String> untaken) {
        if (provider.getClass() != DeclarativeUserProfileProvider.class) {
            return Optional.empty();
        }
        Attributes blank =
                provider.create(UserProfileContext.USER_API, Map.of()).getAttributes();
        return blank.getClass() == DefaultAttributes.class
                ? Optional.of(new ProfilePlan(session, provider, blank, new FastValidation(untaken)))
                : Optional.empty();
    }

    /** A user's attributes: normalised, with defaults, and with all names that the profile manages. */
    PlannedAttributes attributes(Map<String, List<String>> raw) {
        Map<String, List<String>> values = new HashMap<>();
        Map<String, List<String>> others = new HashMap<>();
        for (Map.Entry<String, List<String>> given : raw.entrySet()) {
            String name = withoutPrefix(given.getKey());
            if (plans.isManaged(name)) {
                values.put(name, normalized(name, given.getValue()));
            } else if (unmanagedAllowed && !name.equals(DefaultAttributes.READ_ONLY_ATTRIBUTE_KEY)) {
                others.put(name, normalized(name, given.getValue()));
            }
        }
        for (String name : plans.managedNames()) {
            if (!values.containsKey(name)) {
                values.put(name, normalized(name, List.of()));
            }
        }
        List<String> email = values.getOrDefault(UserModel.EMAIL, List.of());
        if (emailIsUsername && !email.isEmpty()) {
            values.put(UserModel.USERNAME, email);
        }
        values.putAll(others);
        return new PlannedAttributes(
                values,
                others,
                this,
                () -> provider.create(UserProfileContext.USER_API, raw).getAttributes());
    }

    /** Runs all validators, those of attributes that are absent too. */
    void validate(PlannedAttributes attributes, Consumer<ValidationError> errors) {
        for (Map.Entry<String, List<String>> attribute : attributes.values().entrySet()) {
            AttributePlan plan = plans.of(attribute.getKey());
            for (Check check : plan.checks()) {
                if (check.isSureOf(attribute.getValue())) {
                    continue;
                }
                ValidationContext context = run(check, attribute, attributes, null);
                if (!context.isValid()) {
                    context.getErrors().forEach(errors);
                }
            }
        }
    }

    /**
     * Whether the profile accepts a user who has exactly these values already, as it would if the user were put back unchanged.
     * Returns false too where the check would need more than a lookup.
     *
     * @param bonds constraints of that user; users with equal constraints and email domain have the same result
     */
    boolean surelyKeeps(
            PlannedAttributes attributes, Supplier<UserModel> user, Supplier<MemberDomainConstraint> bonds) {
        if (emailIsUsername) {
            return false;
        }
        for (Map.Entry<String, List<String>> attribute : attributes.values().entrySet()) {
            for (Check check : plans.of(attribute.getKey()).checks()) {
                BooleanSupplier asked =
                        () -> run(check, attribute, attributes, user.get()).isValid();
                if (!isSilentOnUnchanged(check.validator(), attribute.getValue())
                        && !isAccepted(check, attribute.getValue(), bonds, asked)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** @param asked calls the validator itself */
    private boolean isAccepted(
            Check check, List<String> values, Supplier<MemberDomainConstraint> bonds, BooleanSupplier asked) {
        if (!check.isSureOf(values)) {
            return asked.getAsBoolean();
        }
        if (check.validator().getClass() != OrganizationMemberValidator.class) {
            return true;
        }
        return boundAddresses.mayBeKept(bonds.get(), values, asked);
    }

    boolean isReadOnly(String name, PlannedAttributes attributes) {
        AttributePlan plan = plans.of(name);
        Map.Entry<String, List<String>> attribute = new SimpleImmutableEntry<>(name, attributes.get(name));
        if (plan.metadata() != null && isReadOnly(plan.metadata(), attribute, attributes)) {
            return true;
        }
        for (Check check : plan.readOnlyChecks()) {
            if (!run(check, attribute, attributes, null).isValid()) {
                return true;
            }
        }
        return !plans.isManaged(withoutPrefix(name)) && !unmanagedEditable;
    }

    /** Whether a new user's attribute can be edited depends on the attribute alone, but for names and addresses. */
    private boolean isReadOnly(
            AttributeMetadata metadata, Map.Entry<String, List<String>> attribute, PlannedAttributes attributes) {
        String name = attribute.getKey();
        if (name.equals(UserModel.USERNAME) || name.equals(UserModel.EMAIL)) {
            return metadata.isReadOnly(context(attribute, metadata, attributes, null));
        }
        return readOnly.computeIfAbsent(
                name, unused -> metadata.isReadOnly(context(attribute, metadata, attributes, null)));
    }

    /** Whether a pattern of the server's settings protects attributes of this name from everybody. */
    boolean isProtected(String name) {
        return !plans.of(name).readOnlyChecks().isEmpty();
    }

    boolean isEmailUsername() {
        return emailIsUsername;
    }

    private ValidationContext run(
            Check check,
            Map.Entry<String, List<String>> attribute,
            PlannedAttributes attributes,
            @Nullable UserModel user) {
        return check.validator()
                .validate(
                        attribute.getValue(),
                        check.hint(),
                        new UserProfileAttributeValidationContext(
                                context(attribute, check.metadata(), attributes, user)),
                        check.config());
    }

    private AttributeContext context(
            Map.Entry<String, List<String>> attribute,
            @Nullable AttributeMetadata metadata,
            Attributes attributes,
            @Nullable UserModel user) {
        return new AttributeContext(UserProfileContext.USER_API, session, attribute, user, metadata, attributes);
    }

    private List<String> normalized(String name, List<String> given) {
        AttributePlan plan = plans.managed(name);
        List<String> values = given;
        if (values.isEmpty()
                && plan != null
                && plan.metadata() != null
                && plan.metadata().getDefaultValue() != null) {
            values = List.of(plan.metadata().getDefaultValue());
        }
        boolean lowerCase = name.equals(UserModel.USERNAME) || name.equals(UserModel.EMAIL);
        if (!lowerCase || values.isEmpty()) {
            return values;
        }
        return values.stream().map(KeycloakModelUtils::toLowerCaseSafe).toList();
    }

    static String withoutPrefix(String name) {
        return name.startsWith(Constants.USER_ATTRIBUTES_PREFIX)
                ? name.substring(Constants.USER_ATTRIBUTES_PREFIX.length())
                : name;
    }

    /** A stored address is not looked for again, and a stored name is the user's own, unless it may be another's address. */
    private static boolean isSilentOnUnchanged(Validator validator, List<String> values) {
        return validator.getClass() == DuplicateEmailValidator.class
                || validator.getClass() == DuplicateUsernameValidator.class
                        && (values.isEmpty() || values.get(0).indexOf('@') < 0);
    }
}
