package org.millrace.server;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.keycloak.common.Version;

/** Major and minor version of a Keycloak server. */
public record KeycloakRelease(int major, int minor) {
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})(?:[.\\-].*)?");

    private static final KeycloakRelease RUNNING = of(Version.VERSION);

    /** The oldest release that Millrace runs on. */
    public static final KeycloakRelease OLDEST = new KeycloakRelease(26, 4);

    /** The newest release that Millrace was tested on. Later releases of the same major version are used, with a warning. */
    public static final KeycloakRelease NEWEST = new KeycloakRelease(26, 7);

    /** The server that Millrace runs in. */
    public static KeycloakRelease running() {
        return RUNNING;
    }

    /** Parses a version such as {@code 26.4.7} or {@code 26.4.7.redhat-00001}; a version without two numbers becomes 0.0. */
    static KeycloakRelease of(String version) {
        Matcher numbers = NUMBERS.matcher(version);
        return numbers.matches()
                ? new KeycloakRelease(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)))
                : new KeycloakRelease(0, 0);
    }

    /** Whether this release is {@code major.minor} or later. */
    public boolean isAtLeast(int leastMajor, int leastMinor) {
        return major > leastMajor || major == leastMajor && minor >= leastMinor;
    }

    /** Whether Millrace runs on this release. */
    boolean isSupported() {
        return isAtLeast(OLDEST.major, OLDEST.minor) && major == NEWEST.major;
    }

    /** Whether Millrace was tested on this release. */
    boolean isTested() {
        return isSupported() && !isAtLeast(NEWEST.major, NEWEST.minor + 1);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
