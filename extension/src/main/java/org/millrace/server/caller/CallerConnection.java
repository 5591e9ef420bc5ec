package org.millrace.server.caller;

import org.jspecify.annotations.Nullable;
import org.keycloak.common.ClientConnection;

/**
 * The connection that a call came over, long after it was closed: only the client's address is still known.
 *
 * @param address null if it was not known then
 */
record CallerConnection(@Nullable String address) implements ClientConnection {
    @Override
    public @Nullable String getRemoteAddr() {
        return address;
    }

    @Override
    public @Nullable String getRemoteHost() {
        return address;
    }

    @Override
    public int getRemotePort() {
        return 0;
    }

    @Override
    public @Nullable String getLocalAddr() {
        return null;
    }

    @Override
    public int getLocalPort() {
        return 0;
    }
}
