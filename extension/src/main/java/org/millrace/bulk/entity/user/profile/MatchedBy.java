package org.millrace.bulk.entity.user.profile;

import java.util.Locale;

/** By which of its keys a record has matched an existing user. */
public enum MatchedBy {
    ID,
    USERNAME,
    EMAIL;

    /** The value as outcomes have it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
