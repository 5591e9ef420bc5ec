package org.millrace.bulk.writer;

import java.util.Optional;

/**
 * The users that a chunk may collide with: those in the database, and those that the chunk itself is going to add. For one
 * transaction and its thread.
 */
public interface KnownUsers {
    /** The realm's user with this id. */
    Optional<String> byId(String id);

    /** Whether somebody has this id already, in the realm or in another. */
    boolean isTaken(String id);

    /** The id of the realm's user with this name, in lower case. */
    Optional<String> byUsername(String username);

    /** The id of a user of the realm with this mail address, in lower case. */
    Optional<String> byEmail(String email);

    /** Remembers a user that this chunk adds, for the records behind it. */
    void add(NewUser user);
}
