package org.millrace.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;
import org.keycloak.common.Version;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProvider;

/**
 * Whether Millrace runs on this version of Keycloak.
 *
 * <p>Keycloak and ArC load the provider factories and the CDI beans of the JAR on any version. These classes ask here first, and
 * only use types that exist since Keycloak 26.0. All other classes are loaded behind this check.
 */
public final class Compatibility {
    private static final Logger LOG = Logger.getLogger("org.millrace");

    private static final String MILLRACE = version();

    private static final AtomicBoolean LOGGED = new AtomicBoolean();

    private Compatibility() {}

    /** Whether Millrace is enabled. If not, it creates no tables, and registers no routes and no listeners. */
    public static boolean isSupported() {
        return KeycloakRelease.running().isSupported();
    }

    /** Writes one line to the log, at the first call, if Millrace is disabled or was not tested on this version. */
    public static void log() {
        if (!KeycloakRelease.running().isTested() && LOGGED.compareAndSet(false, true)) {
            LOG.warn(notice(Version.VERSION, KeycloakRelease.running()));
        }
    }

    static String notice(String keycloak, KeycloakRelease release) {
        return "Millrace " + MILLRACE + " supports Keycloak " + range() + "; this is " + keycloak + ". "
                + (release.isSupported() ? "Millrace was not tested on this version." : "Millrace is disabled.");
    }

    /** The versions that Millrace supports, such as {@code 26.4 to 26.7}. */
    public static String range() {
        return KeycloakRelease.OLDEST + " to " + KeycloakRelease.NEWEST;
    }

    /** Millrace's own version. */
    public static String millraceVersion() {
        return MILLRACE;
    }

    /** A provider without a resource: Keycloak answers 404, as it does without the JAR. Works with each signature of the interface. */
    public static AdminRealmResourceProvider noResource() {
        return (AdminRealmResourceProvider) Proxy.newProxyInstance(
                Compatibility.class.getClassLoader(),
                new Class<?>[] {AdminRealmResourceProvider.class},
                (proxy, method, arguments) -> null);
    }

    private static String version() {
        Properties written = new Properties();
        try (InputStream in = Compatibility.class.getResourceAsStream("/META-INF/millrace.properties")) {
            if (in != null) {
                written.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return written.getProperty("version", "unknown");
    }
}
