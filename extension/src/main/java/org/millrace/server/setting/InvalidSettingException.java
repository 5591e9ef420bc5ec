package org.millrace.server.setting;

/** A setting has a value that is not allowed: the server must not start with it. */
public final class InvalidSettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** @param message names the setting and the allowed values; it must not contain secrets */
    public InvalidSettingException(String message) {
        super(message);
    }
}
