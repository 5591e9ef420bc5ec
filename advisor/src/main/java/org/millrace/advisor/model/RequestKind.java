package org.millrace.advisor.model;

import java.util.Locale;

/** What a request is for, as far as its stack or path says. */
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
