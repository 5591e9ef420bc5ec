package org.millrace.bulk.entity.role;

import org.jspecify.annotations.Nullable;

/**
 * Display key of a role.
 *
 * @param clientId of the client that it belongs to; null for a role of the realm
 */
record RoleName(@Nullable String clientId, String name) {
    /** The role in a message, such as {@code role "buyer" of client "shop"}. */
    String shown() {
        return "role \"" + name + "\"" + (clientId == null ? "" : " of client \"" + clientId + "\"");
    }

    /** The same at the start of a sentence. */
    String capitalized() {
        return "R" + shown().substring(1);
    }

    @Override
    public String toString() {
        return clientId == null ? name : name + " of client " + clientId;
    }
}
