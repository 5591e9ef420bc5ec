package org.millrace.advisor.model;

import java.util.Locale;

/** Type of a request, from its stack or path. */
public enum RequestKind {
    TOKEN,
    LOGIN_PAGE,
    ADMIN,
    IMPORT,
    OTHER;

    /** As reports write it: {@code login-page}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
