package org.millrace.bulk.password.model;

/** A hash that cannot be imported. Neither code nor message repeats any part of it. */
public final class InvalidHashException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

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

    /** The code of the problem. */
    public String code() {
        return code;
    }
}
