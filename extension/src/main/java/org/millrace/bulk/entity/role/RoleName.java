package org.millrace.bulk.entity.role;

import org.jspecify.annotations.Nullable;

/**
 * What people call a role.
 *
 * @param clientId of the client that it belongs to; null for a role of the realm
 */
record RoleName(@Nullable String clientId, String name) {
    @Override
    public String toString() {
        return clientId == null ? name : name + " of client " + clientId;
    }
}
