package org.millrace.bulk.password.model;

/** A hash names a key that the server's configuration does not have. */
public final class MissingKeyException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    MissingKeyException(String name) {
        super("Hash key \"" + name + "\" is not configured. Set"
                + " spi-admin-realm-restapi-extension--bulk-import--hash-key-" + name
                + ", or hash-vault-key-" + name + " to the name of a vault entry.");
    }
}
