package org.millrace.bulk.entity.user.profile;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.keycloak.models.Constants;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.organization.validator.OrganizationMemberValidator;
import org.keycloak.representations.userprofile.config.UPConfig.UnmanagedAttributePolicy;
import org.keycloak.userprofile.AttributeContext;
import org.keycloak.userprofile.AttributeMetadata;
import org.keycloak.userprofile.AttributeValidatorMetadata;
import org.keycloak.userprofile.Attributes;
import org.keycloak.userprofile.DeclarativeUserProfileProvider;
import org.keycloak.userprofile.DefaultAttributes;
import org.keycloak.userprofile.UserProfileAttributeValidationContext;
import org.keycloak.userprofile.UserProfileContext;
import org.keycloak.userprofile.UserProfileProvider;
import org.keycloak.userprofile.validator.DuplicateEmailValidator;
import org.keycloak.userprofile.validator.DuplicateUsernameValidator;
import org.keycloak.userprofile.validator.EmailExistsAsUsernameValidator;
import org.keycloak.userprofile.validator.ImmutableAttributeValidator;
import org.keycloak.userprofile.validator.ReadOnlyAttributeUnchangedValidator;
import org.keycloak.utils.EmailValidationUtil;
import org.keycloak.validate.ValidationContext;
import org.keycloak.validate.ValidationError;
import org.keycloak.validate.Validator;
import org.keycloak.validate.ValidatorConfig;
import org.keycloak.validate.Validators;
import org.keycloak.validate.validators.EmailValidator;
import org.keycloak.validate.validators.LengthValidator;

/**
 * Applies Keycloak's declarative user profile to new users as {@code POST /users} does, with metadata, validators and
 * configuration looked up once for all users. Validators are Keycloak's own and run on each value; omitted ones cannot reject a
 * user that does not exist yet. Follows {@code DefaultAttributes} and {@code DefaultUserProfile} of Keycloak 26.7. For one
 * session and its thread.
 */
final class ProfilePlan {
    /** Upper bound for cached attribute names outside of the profile, which clients choose. */
    private static final int MAX_REMEMBERED_NAMES = 1_000;

    private final KeycloakSession session;
    private final UserProfileProvider provider;
    private final FastValidation sureAnswers;
    private final boolean emailIsUsername;
    private final boolean unmanagedAllowed;
    private final boolean unmanagedEditable;
    private final List<AttributeValidatorMetadata> readOnlyValidators;
    private final @Nullable AttributeMetadata readOnlyMetadata;
    private final Map<String, AttributePlan> managed = new LinkedHashMap<>();
    private final Map<String, AttributePlan> unmanaged = new HashMap<>();
    private final Map<String, Boolean> readOnly = new HashMap<>();
    private final BoundAddresses boundAddresses;

    /** A validator with all it needs but the value. */
    private record Check(
            Validator validator,
            String hint,
            @Nullable AttributeMetadata metadata,
            ValidatorConfig config,
            @Nullable Predicate<List<String>> surelyValid) {
        boolean isSureOf(List<String> values) {
            return surelyValid != null && surelyValid.test(values);
        }
    }

    /** The processing of one attribute. */
    private record AttributePlan(
            String name, @Nullable AttributeMetadata metadata, List<Check> checks, List<Check> readOnlyChecks) {}

    private ProfilePlan(
            KeycloakSession session, UserProfileProvider provider, Attributes blank, FastValidation sureAnswers) {
        RealmModel realm = session.getContext().getRealm();
        UnmanagedAttributePolicy policy = provider.getConfiguration().getUnmanagedAttributePolicy();
        this.session = session;
        this.provider = provider;
        this.sureAnswers = sureAnswers;
        this.emailIsUsername = realm.isRegistrationEmailAsUsername();
        this.boundAddresses = new BoundAddresses(realm.isAdminPermissionsEnabled());
        this.unmanagedAllowed = policy != null;
        this.unmanagedEditable =
                policy == UnmanagedAttributePolicy.ENABLED || policy == UnmanagedAttributePolicy.ADMIN_EDIT;
        this.readOnlyMetadata = blank.getMetadata(DefaultAttributes.READ_ONLY_ATTRIBUTE_KEY);
        this.readOnlyValidators = readOnlyMetadata == null ? List.of() : validators(readOnlyMetadata);
        for (String name : blank.nameSet()) {
            managed.put(name, plan(name, blank.getMetadata(name)));
        }
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
            if (managed.containsKey(name)) {
                values.put(name, normalized(name, given.getValue()));
            } else if (unmanagedAllowed && !name.equals(DefaultAttributes.READ_ONLY_ATTRIBUTE_KEY)) {
                others.put(name, normalized(name, given.getValue()));
            }
        }
        for (String name : managed.keySet()) {
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
            AttributePlan plan = planFor(attribute.getKey());
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
            for (Check check : planFor(attribute.getKey()).checks()) {
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
        AttributePlan plan = planFor(name);
        Map.Entry<String, List<String>> attribute = new SimpleImmutableEntry<>(name, attributes.get(name));
        if (plan.metadata() != null && isReadOnly(plan.metadata(), attribute, attributes)) {
            return true;
        }
        for (Check check : plan.readOnlyChecks()) {
            if (!run(check, attribute, attributes, null).isValid()) {
                return true;
            }
        }
        return !managed.containsKey(withoutPrefix(name)) && !unmanagedEditable;
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
        return !planFor(name).readOnlyChecks().isEmpty();
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
        AttributePlan plan = managed.get(name);
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

    private AttributePlan planFor(String name) {
        AttributePlan plan = managed.get(name);
        if (plan == null) {
            plan = unmanaged.get(name);
        }
        if (plan == null) {
            plan = plan(name, null);
            if (unmanaged.size() < MAX_REMEMBERED_NAMES) {
                unmanaged.put(name, plan);
            }
        }
        return plan;
    }

    private AttributePlan plan(String name, @Nullable AttributeMetadata metadata) {
        List<Check> checks = new ArrayList<>();
        boolean hasLength = false;
        for (AttributeValidatorMetadata validator :
                metadata == null ? List.<AttributeValidatorMetadata>of() : validators(metadata)) {
            hasLength |= validator.getValidatorId().equals(LengthValidator.ID);
            Check check = check(name, validator, metadata);
            if (!isSilentOnNewUsers(check.validator())) {
                checks.add(check);
            }
        }
        List<Check> readOnlyChecks = new ArrayList<>();
        for (AttributeValidatorMetadata validator : readOnlyValidators) {
            hasLength |= validator.getValidatorId().equals(LengthValidator.ID);
            Check check = check(name, validator, readOnlyMetadata);
            if (!isPatternOfOtherNames(check, name)) {
                readOnlyChecks.add(check);
            }
        }
        checks.addAll(readOnlyChecks);
        if (!hasLength) {
            Map<String, Object> limits = Map.of(
                    LengthValidator.KEY_MIN,
                    "0",
                    LengthValidator.KEY_MAX,
                    DefaultAttributes.DEFAULT_MAX_LENGTH_ATTRIBUTES);
            checks.add(check(validator(LengthValidator.ID, name), name, metadata, new ValidatorConfig(limits)));
        }
        return new AttributePlan(name, metadata, List.copyOf(checks), List.copyOf(readOnlyChecks));
    }

    private Check check(String name, AttributeValidatorMetadata described, @Nullable AttributeMetadata metadata) {
        Validator validator = validator(described.getValidatorId(), name);
        String hint = metadata == null ? name : metadata.getName();
        return check(validator, hint, metadata, config(validator, described.getValidatorConfig()));
    }

    private Check check(
            Validator validator, String hint, @Nullable AttributeMetadata metadata, ValidatorConfig config) {
        return new Check(
                validator,
                hint,
                metadata,
                config,
                sureAnswers.of(validator, config).orElse(null));
    }

    private Validator validator(String id, String name) {
        return Objects.requireNonNull(
                Validators.validator(session, id), () -> "no validator " + id + " for user attribute " + name);
    }

    /**
     * Email validators without a limit of their own read the server's configuration for each address. The validator of
     * organization members has no such limit; {@link FastValidation} covers it.
     */
    private static ValidatorConfig config(Validator validator, Map<String, Object> given) {
        boolean judgesAddresses = validator.getClass() == EmailValidator.class
                || validator.getClass() == OrganizationMemberValidator.class;
        if (!judgesAddresses || given.get(EmailValidator.MAX_LOCAL_PART_LENGTH_PROPERTY) != null) {
            return ValidatorConfig.configFromMap(given);
        }
        Map<String, Object> config = new HashMap<>(given);
        config.put(
                EmailValidator.MAX_LOCAL_PART_LENGTH_PROPERTY,
                Config.scope("user-profile", "declarative-user-profile")
                        .getInt(
                                EmailValidationUtil.MAX_EMAIL_LOCAL_PART_LENGTH,
                                EmailValidationUtil.MAX_LOCAL_PART_LENGTH));
        return ValidatorConfig.configFromMap(config);
    }

    /** They compare with the stored user, and a new user has none. */
    private static boolean isSilentOnNewUsers(Validator validator) {
        return validator.getClass() == ImmutableAttributeValidator.class
                || validator.getClass() == EmailExistsAsUsernameValidator.class;
    }

    /** A stored address is not looked for again, and a stored name is the user's own, unless it may be another's address. */
    private static boolean isSilentOnUnchanged(Validator validator, List<String> values) {
        return validator.getClass() == DuplicateEmailValidator.class
                || validator.getClass() == DuplicateUsernameValidator.class
                        && (values.isEmpty() || values.get(0).indexOf('@') < 0);
    }

    /** The read-only patterns depend on the attribute's name alone. */
    private static boolean isPatternOfOtherNames(Check check, String name) {
        return check.validator().getClass() == ReadOnlyAttributeUnchangedValidator.class
                && check.config().get(ReadOnlyAttributeUnchangedValidator.CFG_PATTERN) instanceof Pattern pattern
                && !pattern.matcher(name).find();
    }

    private static List<AttributeValidatorMetadata> validators(AttributeMetadata metadata) {
        return metadata.getValidators() == null ? List.of() : metadata.getValidators();
    }
}
