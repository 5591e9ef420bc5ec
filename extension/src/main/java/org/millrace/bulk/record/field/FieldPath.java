package org.millrace.bulk.record.field;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Paths of fields as outcomes show them. Names inside of credentials are cut off unless Keycloak or Millrace defines them. */
final class FieldPath {
    private static final String CREDENTIALS = "credentials";

    /** Up to the credential itself: its list, and its place there if the path has it, as {@code [0]} or as {@code .0}. */
    private static final Pattern CREDENTIAL =
            Pattern.compile("(?:^|\\.)credentials(?:\\[\\d+]|\\.\\d+(?=\\.|$))?(?=\\.|$)");

    private static final Set<String> NAMES = Set.of(
            "algorithm",
            "counter",
            "createdDate",
            "credentialData",
            "digits",
            "hash",
            "hashIterations",
            "hashedSaltedValue",
            "id",
            "period",
            "salt",
            "secretData",
            "secretData.salt",
            "secretData.value",
            "temporary",
            "type",
            "userLabel",
            "value");

    private FieldPath() {}

    /** The path without names that may be secrets written in the wrong place. */
    static String printable(String path) {
        if (!path.contains(CREDENTIALS)) {
            return path;
        }
        Matcher credential = CREDENTIAL.matcher(path);
        if (!credential.find() || credential.end() == path.length()) {
            return path;
        }
        return NAMES.contains(path.substring(credential.end() + 1)) ? path : path.substring(0, credential.end());
    }
}
