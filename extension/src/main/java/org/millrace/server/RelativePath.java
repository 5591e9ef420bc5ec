package org.millrace.server;

import org.eclipse.microprofile.config.ConfigProvider;

/** The path below which a port of the server answers. */
public final class RelativePath {
    private RelativePath() {}

    /**
     * The prefix of all paths, with a slash in front and none behind; empty for the root. Keycloak takes the option in any of these forms.
     *
     * @param option such as {@code kc.http-relative-path}
     */
    public static String of(String option) {
        String path = ConfigProvider.getConfig()
                .getOptionalValue(option, String.class)
                .orElse("");
        return normalized(path);
    }

    static String normalized(String path) {
        String bare = path.strip().replaceAll("^/+|/+$", "");
        return bare.isEmpty() ? "" : "/" + bare;
    }
}
