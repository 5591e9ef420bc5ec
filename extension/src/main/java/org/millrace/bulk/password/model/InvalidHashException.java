package org.millrace.bulk.password.model;

/** A hash that cannot be imported. Neither code nor message repeats any part of it. */
public final class InvalidHashException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private static final String NO_USABLE_PASSWORD = "no-usable-password";

    private final String code;

    private InvalidHashException(String code, String detail) {
        super(detail);
        this.code = code;
    }

    /** The hash is not in the form that its format has. */
    public static InvalidHashException malformed(String detail) {
        return new InvalidHashException("malformed-hash", detail);
    }

    /** The format, or this variant of it, cannot be verified. */
    public static InvalidHashException unsupported(String detail) {
        return new InvalidHashException("unsupported-hash", detail);
    }

    /** One verification would need more time or memory than the server allows. */
    public static InvalidHashException tooExpensive(String detail) {
        return new InvalidHashException("hash-too-expensive", detail);
    }

    /** The value says that there is no password to log in with, such as that of a locked account of Unix. */
    public static InvalidHashException noUsablePassword(String detail) {
        return new InvalidHashException(NO_USABLE_PASSWORD, detail);
    }

    /** The hash contains another key than the configured one with the name it would be stored with. */
    public static InvalidHashException otherKey(String name) {
        return new InvalidHashException(
                "missing-hash-key",
                "The hash contains another key than hash key \"" + name + "\" of the server's configuration. Set"
                        + " spi-admin-realm-restapi-extension--bulk-import--hash-key-" + name
                        + " to the key that the hash contains");
    }

    /** The hash names a key that is not configured. */
    public static InvalidHashException missingKey(MissingKeyException e) {
        return new InvalidHashException("missing-hash-key", String.valueOf(e.getMessage()));
    }

    /**
     * The password endpoint is not configured, or reserved for another realm.
     *
     * @param name checked already: letters, digits and hyphens
     */
    public static InvalidHashException unknownEndpoint(String name) {
        return new InvalidHashException(
                "unknown-password-endpoint",
                "Password endpoint \"" + name + "\" is not configured for this realm. The operator configures it as"
                        + " spi-admin-realm-restapi-extension--bulk-import--password-endpoint-" + name + "-url");
    }

    /** Whether there is no password, so that a user can be imported without the credential. */
    public boolean isWithoutPassword() {
        return code.equals(NO_USABLE_PASSWORD);
    }

    /** The code of the problem. */
    public String code() {
        return code;
    }
}
