package org.millrace.bulk.entity.user.profile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.keycloak.common.util.CollectionUtil;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.representations.userprofile.config.UPAttribute;
import org.keycloak.userprofile.Attributes;
import org.keycloak.userprofile.UserProfile;
import org.keycloak.userprofile.UserProfileContext;
import org.keycloak.userprofile.UserProfileProvider;
import org.keycloak.userprofile.ValidationException;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.Validation;
import org.millrace.bulk.writer.ValidationResult;

/**
 * Applies the realm's user profile to records, as {@code POST /users} and {@code PUT /users/{id}} do, with the same rejections,
 * normalisation, defaults and read-only attributes. For one session and its thread.
 */
public final class UserProfiles {
    /** Attributes whose errors are never suppressed: duplicates or missing logins would follow. */
    private static final Set<String> NEVER_LET_PASS =
            Set.of("missing-username", "username-exists", "email-exists", "did-exists");

    private final UserProfileProvider provider;
    private final Optional<ProfilePlan> plan;
    private final ProfileMessages messages;
    private final UncheckedProfiles unchecked;
    private final UserLookup known;
    private final ReadOnlyAttributes readOnly;
    private final RealmModel realm;
    private final boolean emailIsUsername;
    /** Names of the attributes that the realm's user profile defines. */
    private final Set<String> defined;

    private final LeftOutAttributeWarnings leftOut;

    /**
     * Profiles of one session.
     *
     * @param known finds users with the same name or email address
     * @param mayManageRealm whether the caller may write what the profile's policy for unmanaged attributes refuses
     */
    public UserProfiles(KeycloakSession session, RealmModel realm, UserLookup known, BooleanSupplier mayManageRealm) {
        this.readOnly = new ReadOnlyAttributes(this::isOfPolicy, mayManageRealm);
        this.realm = realm;
        this.emailIsUsername = realm.isRegistrationEmailAsUsername();
        // Created by its factory instead of the session, so that it uses this session's view of the users.
        this.provider = session.getKeycloakSessionFactory()
                .getProviderFactory(UserProfileProvider.class)
                .create(session);
        this.plan = ProfilePlan.of(session, provider, known::isSurelyUntaken);
        this.messages = new ProfileMessages(session);
        this.unchecked = new UncheckedProfiles(realm, known);
        this.known = known;
        this.defined = provider.getConfiguration().getAttributes().stream()
                .map(UPAttribute::getName)
                .collect(Collectors.toUnmodifiableSet());
        this.leftOut = new LeftOutAttributeWarnings(defined);
    }

    /**
     * Validates a record that is to become a user; rejected, its profile is of no use.
     *
     * @param replaced the id of the user whose place it takes; null for none
     */
    public ProfileResult read(UserRecord item, @Nullable String replaced, ValidationResult validationResult) {
        ProfileResult profile = profile(item, replaced, validationResult);
        leftOut.warn(item, profile, validationResult);
        return profile;
    }

    private ProfileResult profile(UserRecord item, @Nullable String replaced, ValidationResult validationResult) {
        Map<String, List<String>> raw = RawAttributes.of(item, validationResult.validation() != Validation.STRICT);
        String client = item.associations().serviceAccountClientId();
        boolean isAccount = client != null && realm.getClientByClientId(client) != null;
        if (validationResult.validation() == Validation.OFF) {
            Attributes attributes = plan.isPresent()
                    ? plan.get().attributes(raw)
                    : provider.create(UserProfileContext.USER_API, raw).getAttributes();
            if (emailIsUsername && !isAccount && RawAttributes.haveEmail(raw)) {
                raw.put(UserModel.USERNAME, raw.get(UserModel.EMAIL));
            }
            readOnly.leaveOut(
                    raw, name -> !name.equals(UserModel.USERNAME) && attributes.isReadOnly(name), validationResult);
            return unchecked.profile(raw, replaced, isAccount, validationResult);
        }
        if (client != null) {
            if (validationResult.validation() != Validation.STRICT) {
                // Naming a client, existing or not, must not unlock attributes that are read-only for others.
                Attributes ordinary =
                        provider.create(UserProfileContext.USER_API, raw).getAttributes();
                readOnly.leaveOut(
                        raw,
                        name -> !(isAccount ? RawAttributes.isColumn(name) : name.equals(UserModel.USERNAME))
                                && ordinary.isReadOnly(name),
                        validationResult);
            }
            // The profile has weaker requirements for service accounts, and recognises them by their link.
            String username = KeycloakModelUtils.toLowerCaseSafe(item.username() == null ? "" : item.username());
            String id = replaced == null ? "" : replaced;
            UserProfile account =
                    provider.create(UserProfileContext.USER_API, raw, PendingUser.serviceAccount(id, username, client));
            validate(account, validationResult);
            return checked(stored(account.getAttributes()), validationResult);
        }
        if (plan.isPresent()) {
            PlannedAttributes attributes = plan.get().attributes(raw);
            plan.get().validate(attributes, error -> tell(new ValidationException.Error(error), validationResult));
            return checked(stored(attributes), validationResult);
        }
        UserProfile profile = provider.create(UserProfileContext.USER_API, raw);
        validate(profile, validationResult);
        return checked(stored(profile.getAttributes()), validationResult);
    }

    /**
     * Validates the change of a record to an existing user.
     *
     * @param replaces whether fields that the record does not contain are removed
     */
    public ProfileResult revise(
            UserRecord item, UserState current, boolean replaces, ValidationResult validationResult) {
        ProfileResult profile = revised(item, current, replaces, validationResult);
        leftOut.warn(item, profile, validationResult);
        return profile;
    }

    private ProfileResult revised(
            UserRecord item, UserState current, boolean replaces, ValidationResult validationResult) {
        boolean plain = validationResult.validation() != Validation.STRICT;
        Map<String, List<String>> raw = replaces ? new HashMap<>() : RawAttributes.of(current);
        raw.putAll(RawAttributes.of(item, plain));
        raw.putIfAbsent(UserModel.USERNAME, List.of(current.username()));
        boolean isAccount = current.serviceAccountClient() != null;
        if (validationResult.validation() == Validation.OFF) {
            Attributes attributes = provider.create(UserProfileContext.USER_API, raw, known.model(current))
                    .getAttributes();
            if (emailIsUsername && !isAccount && RawAttributes.haveEmail(raw)) {
                raw.remove(UserModel.USERNAME);
            }
            readOnly.keep(raw, current, replaces, name -> isReadOnly(name, attributes, isAccount), validationResult);
            raw.putIfAbsent(UserModel.USERNAME, List.of(current.username()));
            return unchecked.profile(raw, current.id(), isAccount, validationResult);
        }
        if (plain && isAccount) {
            readOnly.keep(raw, current, replaces, this::isProtected, validationResult);
        }
        if (surelyStays(current, raw)) {
            return new ProfileResult(
                    current.username(), current.email(), current.firstName(), current.lastName(), current.attributes());
        }
        UserProfile profile = provider.create(UserProfileContext.USER_API, raw, known.model(current));
        validate(profile, validationResult);
        return checked(revised(profile.getAttributes(), current), validationResult);
    }

    /** Keycloak's attributes of a service account protect the username alone; its validation protects others, too. */
    private boolean isReadOnly(String name, Attributes attributes, boolean isAccount) {
        return attributes.isReadOnly(name) || isAccount && isProtected(name);
    }

    private boolean isProtected(String name) {
        return plan.isPresent() && plan.get().isProtected(name);
    }

    /** Delta passes name mostly users who stay as they are: for them, what all users have in common is looked up once. */
    private boolean surelyStays(UserState current, Map<String, List<String>> raw) {
        if (plan.isEmpty() || current.federationLink() != null || current.serviceAccountClient() != null) {
            return false;
        }
        PlannedAttributes attributes = plan.get().attributes(raw);
        Map<String, List<String>> stored = RawAttributes.of(current);
        if (!attributes.values().keySet().containsAll(stored.keySet())) {
            return false;
        }
        for (Map.Entry<String, List<String>> attribute : attributes.values().entrySet()) {
            List<String> before = stored.getOrDefault(attribute.getKey(), List.of());
            if (!before.equals(attribute.getValue())
                    && !CollectionUtil.collectionEquals(before, attribute.getValue())) {
                return false;
            }
        }
        return plan.get().surelyKeeps(attributes, () -> known.model(current), () -> known.bonds(current.id()));
    }

    /**
     * Checks the earlier state of a user that an undo restores.
     *
     * @param validationResult gets a problem for each read-only attribute that has another value now
     */
    public void checkRestored(UserChange change, ValidationResult validationResult) {
        UserState current = change.current();
        UserState target = change.target();
        Map<String, List<String>> before = RawAttributes.of(current);
        Map<String, List<String>> after = RawAttributes.of(target);
        Set<String> changed = new TreeSet<>(change.attributeNames());
        RawAttributes.COLUMNS.stream()
                .filter(name -> !before.getOrDefault(name, List.of()).equals(after.getOrDefault(name, List.of())))
                .forEach(changed::add);
        if (emailIsUsername && RawAttributes.haveEmail(after)) {
            changed.remove(UserModel.USERNAME);
        }
        if (current.enabled() && !target.enabled()) {
            // Set with the lockout, and removed when the user was enabled.
            changed.remove(UserModel.DISABLED_REASON);
        }
        if (changed.isEmpty()) {
            return;
        }
        UserModel user = current.federationLink() == null ? PendingUser.of(current) : known.model(current);
        Attributes attributes =
                provider.create(UserProfileContext.USER_API, after, user).getAttributes();
        boolean isAccount = current.serviceAccountClient() != null;
        changed.stream()
                .filter(name -> !readOnly.isWritable(name))
                .filter(name -> isReadOnly(name, attributes, isAccount))
                .forEach(name -> validationResult.reject(LeftOutAttributeWarnings.notRestored(name)));
    }

    private boolean isOfPolicy(String name) {
        return !defined.contains(name) && plan.isPresent() && !isProtected(name);
    }

    /** Attributes that the profile shows to an administrator. */
    public Map<String, List<String>> readable(UserModel user) {
        return provider.create(UserProfileContext.USER_API, user)
                .getAttributes()
                .getReadable();
    }

    private void validate(UserProfile profile, ValidationResult validationResult) {
        try {
            profile.validate();
        } catch (ValidationException e) {
            for (ValidationException.Error error : e.getErrors()) {
                tell(error, validationResult);
            }
        }
    }

    private void tell(ValidationException.Error error, ValidationResult validationResult) {
        Violation violation = messages.violation(error);
        if (NEVER_LET_PASS.contains(violation.code())) {
            validationResult.reject(violation);
        } else {
            validationResult.object(violation);
        }
    }

    private static ProfileResult checked(ProfileResult profile, ValidationResult validationResult) {
        if (validationResult.validation() != Validation.STRICT) {
            UncheckedProfiles.checkLengths(profile, validationResult);
        }
        return profile;
    }

    private static ProfileResult stored(Attributes attributes) {
        String username = Optional.ofNullable(attributes.getFirst(UserModel.USERNAME))
                .or(() -> Optional.ofNullable(attributes.getFirst(UserModel.EMAIL)))
                .orElse("");
        return ProfileResult.of(username, attributes.getWritable());
    }

    /** As {@code DefaultUserProfile.update(true)}: read-only attributes stay, others get the values of the profile. */
    private static ProfileResult revised(Attributes attributes, UserState current) {
        Map<String, List<String>> values = RawAttributes.of(current);
        for (Map.Entry<String, List<String>> attribute :
                attributes.getWritable().entrySet()) {
            List<String> before = values.getOrDefault(attribute.getKey(), List.of());
            if (!CollectionUtil.collectionEquals(before, attribute.getValue())) {
                values.put(attribute.getKey(), attribute.getValue());
            }
        }
        values.keySet().removeIf(name -> !isKey(name) && !attributes.contains(name) && !attributes.isReadOnly(name));
        return ProfileResult.of(current.username(), values);
    }

    /** {@code DefaultUserProfile} never removes the name and the email address when they are missing. */
    private static boolean isKey(String name) {
        return name.equals(UserModel.USERNAME) || name.equals(UserModel.EMAIL);
    }
}
