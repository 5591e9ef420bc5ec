package org.millrace.bulk.entity.user.profile;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSession;
import org.millrace.bulk.chunk.run.KeyHashes;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.entity.user.state.UserState.StoredCredential;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;

/**
 * The rolled-back results of a dry run, which later records have to see. Where users may be changed, whole users are kept;
 * otherwise hashes of their keys suffice. Memory is bounded. Shared by the threads of one import.
 */
public final class DryRunState {
    /** Memory of a user in addition to its lists, including maps; rounded up. */
    private static final int BYTES_A_USER = 1024;

    /** What an element of a list takes besides its texts: objects, references, hash entries; rounded up. */
    private static final int BYTES_AN_ELEMENT = 160;

    /** Placeholder id of a user of whom only hashes are kept. */
    private static final String NO_ID = "dry-run";

    /** The name of the session attribute with the state of a dry run in one session. */
    private static final String ATTRIBUTE = DryRunState.class.getName();

    private final boolean dryRun;
    private final boolean real;
    private final boolean whole;
    private final long maxBytes;
    private final KeyHashes hashes;
    private final Map<String, String> idsByKey = new HashMap<>();
    private final Map<String, UserState> users = new HashMap<>();
    private long bytes;
    private boolean full;
    private boolean said;

    private DryRunState(boolean dryRun, boolean real, boolean whole, long maxBytes) {
        this.dryRun = dryRun;
        this.real = real;
        this.whole = whole;
        this.maxBytes = maxBytes;
        this.hashes = new KeyHashes(whole ? 0 : maxBytes);
    }

    /**
     * A dry run.
     *
     * @param changing whether users may be changed, so that whole users have to be kept
     * @param maxBytes upper bound for its memory
     */
    public static DryRunState of(boolean changing, long maxBytes) {
        return new DryRunState(true, true, changing, maxBytes);
    }

    /** No dry run: all results are in the database. */
    public static DryRunState none() {
        return new DryRunState(false, false, false, 0);
    }

    /**
     * A dry run in one session, which finds what it has written until it is rolled back as a whole. Only results that are not written have to
     * be remembered: those of users of a user federation provider.
     *
     * @param maxBytes upper bound for its memory
     */
    public static DryRunState inOneSession(long maxBytes) {
        return new DryRunState(true, false, true, maxBytes);
    }

    /** The state for records that are written in a session. That of a dry run in one session ends with the session. */
    public DryRunState in(KeycloakSession session) {
        if (!dryRun || real) {
            return this;
        }
        DryRunState state = session.getAttribute(ATTRIBUTE, DryRunState.class);
        if (state == null) {
            state = inOneSession(maxBytes);
            session.setAttribute(ATTRIBUTE, state);
        }
        return state;
    }

    /** Forgets a user that a record of a dry run in one session deletes. */
    public static void forgetDeleted(KeycloakSession session, String id) {
        DryRunState state = session.getAttribute(ATTRIBUTE, DryRunState.class);
        if (state != null) {
            state.delete(id);
        }
    }

    /** Whether nothing of the import stays, however that is done. */
    public boolean isDryRun() {
        return dryRun;
    }

    /** Whether anything is rolled back at all. */
    public boolean isReal() {
        return real;
    }

    /** The user of an earlier chunk who has this id. */
    public synchronized Optional<String> byId(@Nullable String id) {
        return owner("i", id);
    }

    /** The user of an earlier chunk who has this name. */
    public synchronized Optional<String> byUsername(String username) {
        return owner("u", username);
    }

    /** The user of an earlier chunk who has this mail address. */
    public synchronized Optional<String> byEmail(@Nullable String email) {
        return owner("e", email);
    }

    /** The user of an earlier chunk who has this address, if it is verified there. */
    public synchronized Optional<String> byVerifiedEmail(@Nullable String email) {
        return owner("v", email);
    }

    /** What an earlier chunk has made of this user. */
    public synchronized Optional<UserState> user(String id) {
        return Optional.ofNullable(users.get(id));
    }

    /**
     * Reports a problem for a user whose keys belong to another user that an earlier chunk has written.
     *
     * @param email null where several users may share one
     * @param mailsAreNames whether users log in with either, so that a name must not equal the email address of another user
     */
    public synchronized void check(
            UserState user, @Nullable String email, boolean mailsAreNames, ValidationResult result) {
        if (!dryRun) {
            return;
        }
        if (isOther(owner("e", email), user.id()) || mailsAreNames && isOther(owner("u", email), user.id())) {
            result.reject(Violation.of("email-exists", "email", "User exists with same email"));
        }
        if (isOther(owner("u", user.username()), user.id())
                || mailsAreNames && isOther(owner("e", user.username()), user.id())) {
            result.reject(Violation.of("username-exists", "username", "User exists with same username"));
        }
        if (isOther(owner("s", user.serviceAccountClient()), user.id())) {
            result.reject(Violation.of(
                    "service-account-exists", "serviceAccountClientId", "The client already has a service account"));
        }
        if (full && !said) {
            said = true;
            result.warn(
                    Violation.of(
                            "dry-run-limit",
                            null,
                            "The dry run reached max-dry-run-bytes: duplicates of this record and later ones are not detected"));
        }
    }

    public synchronized void checkId(@Nullable String id, ValidationResult result) {
        if (owner("i", id).isPresent()) {
            result.reject(Violation.of("id-exists", "id", "User with id \"" + id + "\" already exists"));
        }
    }

    /**
     * Remembers a user as a chunk has left it, once it is written and before it is rolled back, or if it is not written.
     *
     * @param email null where several users may share one
     */
    public synchronized void remember(UserState user, @Nullable String email) {
        if (!dryRun) {
            return;
        }
        if (whole) {
            forget(users.get(user.id()));
            bytes += bytes(user);
            full |= bytes > maxBytes;
            if (!full) {
                users.put(user.id(), user);
            }
        }
        own("i", user.id(), user.id());
        own("u", user.username(), user.id());
        own("e", email, user.id());
        if (user.emailVerified()) {
            own("v", email, user.id());
        }
        own("s", user.serviceAccountClient(), user.id());
    }

    private synchronized void delete(String id) {
        forget(users.remove(id));
        idsByKey.remove(key("i", id));
    }

    private void forget(@Nullable UserState before) {
        if (before != null) {
            bytes -= bytes(before);
            idsByKey.remove(key("u", before.username()));
            idsByKey.remove(key("e", String.valueOf(before.email())));
            idsByKey.remove(key("v", String.valueOf(before.email())));
            idsByKey.remove(key("s", String.valueOf(before.serviceAccountClient())));
        }
    }

    private Optional<String> owner(String kind, @Nullable String key) {
        if (!dryRun || key == null || key.isEmpty()) {
            return Optional.empty();
        }
        if (whole) {
            return Optional.ofNullable(idsByKey.get(key(kind, key)));
        }
        return hashes.contains(key(kind, key)) ? Optional.of(NO_ID) : Optional.empty();
    }

    private void own(String kind, @Nullable String key, String id) {
        if (key == null || full) {
            return;
        }
        if (whole) {
            idsByKey.put(key(kind, key), id);
        } else {
            full = !hashes.add(key(kind, key));
        }
    }

    private static String key(String kind, String key) {
        return kind + key.toLowerCase(Locale.ROOT);
    }

    private static boolean isOther(Optional<String> owner, String id) {
        return owner.isPresent() && !owner.get().equals(id);
    }

    private static long bytes(UserState user) {
        int elements = user.attributes().size()
                + user.credentials().size()
                + user.roleIds().size()
                + user.groupIds().size()
                + user.requiredActions().size()
                + user.federatedIdentities().size();
        long bytes = BYTES_A_USER + (long) elements * BYTES_AN_ELEMENT;
        for (UserState.Attribute attribute : user.attributes()) {
            bytes += 2L * (attribute.name().length() + attribute.value().length());
        }
        for (StoredCredential credential : user.credentials()) {
            bytes += 2L * (length(credential.secretData()) + length(credential.credentialData()));
        }
        return bytes + bytes(user.associations());
    }

    private static long bytes(@Nullable UserAssociations associations) {
        if (associations == null || associations == UserAssociations.NONE) {
            return 0;
        }
        long elements = 0;
        long characters = 0;
        for (UserAssociations.Consent consent : associations.consents()) {
            elements += 1 + consent.scopeIds().size();
        }
        for (UserAssociations.Membership membership : associations.memberships()) {
            elements += 1 + membership.groupIds().size();
        }
        for (UserAssociations.VerifiableCredential credential : associations.verifiableCredentials()) {
            elements += 1 + credential.issued().size();
            for (List<String> values : credential.userAttributes().values()) {
                elements += 1 + values.size();
                characters += values.stream().mapToLong(String::length).sum();
            }
        }
        return elements * BYTES_AN_ELEMENT + 2 * characters;
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }
}
