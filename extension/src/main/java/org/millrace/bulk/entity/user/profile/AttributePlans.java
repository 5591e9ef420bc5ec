package org.millrace.bulk.entity.user.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.organization.validator.OrganizationMemberValidator;
import org.keycloak.userprofile.AttributeMetadata;
import org.keycloak.userprofile.AttributeValidatorMetadata;
import org.keycloak.userprofile.Attributes;
import org.keycloak.userprofile.DefaultAttributes;
import org.keycloak.userprofile.validator.EmailExistsAsUsernameValidator;
import org.keycloak.userprofile.validator.ImmutableAttributeValidator;
import org.keycloak.userprofile.validator.ReadOnlyAttributeUnchangedValidator;
import org.keycloak.utils.EmailValidationUtil;
import org.keycloak.validate.Validator;
import org.keycloak.validate.ValidatorConfig;
import org.keycloak.validate.Validators;
import org.keycloak.validate.validators.EmailValidator;
import org.keycloak.validate.validators.LengthValidator;

/**
 * The validators of each attribute of a user profile with their configuration, looked up once. For one session and its thread.
 */
final class AttributePlans {
    /** Upper bound for cached attribute names outside of the profile, which clients choose. */
    private static final int MAX_REMEMBERED_NAMES = 1_000;

    private final KeycloakSession session;
    private final FastValidation sureAnswers;
    private final List<AttributeValidatorMetadata> readOnlyValidators;
    private final @Nullable AttributeMetadata readOnlyMetadata;
    private final Map<String, AttributePlan> managed = new LinkedHashMap<>();
    private final Map<String, AttributePlan> unmanaged = new HashMap<>();

    /** @param blank the attributes of a user without any */
    AttributePlans(KeycloakSession session, Attributes blank, FastValidation sureAnswers) {
        this.session = session;
        this.sureAnswers = sureAnswers;
        this.readOnlyMetadata = blank.getMetadata(DefaultAttributes.READ_ONLY_ATTRIBUTE_KEY);
        this.readOnlyValidators = readOnlyMetadata == null ? List.of() : validators(readOnlyMetadata);
        for (String name : blank.nameSet()) {
            managed.put(name, plan(name, blank.getMetadata(name)));
        }
    }

    /** A validator with all it needs but the value. */
    record Check(
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
    record AttributePlan(
            String name, @Nullable AttributeMetadata metadata, List<Check> checks, List<Check> readOnlyChecks) {}

    /** Whether the profile has the attribute. */
    boolean isManaged(String name) {
        return managed.containsKey(name);
    }

    /** Names of the attributes that the profile has. */
    Set<String> managedNames() {
        return managed.keySet();
    }

    /** The plan of an attribute of the profile; null for any other attribute. */
    @Nullable
    AttributePlan managed(String name) {
        return managed.get(name);
    }

    /** The plan of an attribute, managed or not. */
    AttributePlan of(String name) {
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
