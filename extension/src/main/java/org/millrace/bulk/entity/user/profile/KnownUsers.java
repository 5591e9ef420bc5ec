package org.millrace.bulk.entity.user.profile;

import java.util.Optional;
import org.keycloak.models.UserModel;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserState;

/**
 * The users that a chunk may collide with: those in the database, and those that the chunk itself is going to add. For one
 * transaction and its thread.
 */
public interface KnownUsers {
    /** The realm's user with this id. */
    Optional<String> byId(String id);

    /** The id of the realm of the user with this id, which may be another realm; empty if no user has it. */
    Optional<String> realmOf(String id);

    /**
     * Whether it is known without a query that the realm has no user with this name or email address.
     *
     * @param key in lower case
     */
    boolean isSurelyUntaken(String key);

    /** The id of the realm's user with this name, in lower case. */
    Optional<String> byUsername(String username);

    /** The id of a user of the realm with this mail address, in lower case. */
    Optional<String> byEmail(String email);

    /** Whether the stored email address of a user whom one of the other methods has named is verified. */
    boolean hasVerifiedEmail(String id);

    /**
     * All that is known of a user whom one of the other methods has named, the chunk's own changes included.
     *
     * @throws IllegalStateException if the user was removed in the meantime
     */
    UserState state(String id);

    /** Whether Keycloak treats this user as read-only: a managed member of a disabled organization. */
    boolean isReadOnly(String id);

    /** What the database knows to hold a user to mail addresses of an organization; this chunk's changes are left out. */
    MemberDomainConstraint bonds(String id);

    /** Associations of a user that {@link #state(String)} has returned. */
    UserAssociations associations(UserState user);

    /** A user as validators may look at it. */
    UserModel model(UserState user);

    /** Remembers a user that this chunk adds, for the records behind it. */
    void add(UserState user);

    /** Remembers what this chunk makes of a user, for the records behind it. */
    void change(UserChange change);
}
