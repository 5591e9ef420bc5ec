package org.millrace.server.page;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.keycloak.common.Profile;
import org.keycloak.headers.SecurityHeadersProvider;
import org.keycloak.models.Constants;
import org.keycloak.models.KeycloakContext;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.AdminRoot;
import org.keycloak.urls.UrlType;

/** What the page needs to know of the server and the realm. The page holds no data and no secret: it is the same for every caller. */
final class StandalonePage {
    private static final String HSTS = "strictTransportSecurity";

    private StandalonePage() {}

    /** The resource, or null where the admin console is not served either. */
    static @Nullable StandalonePageResource resource(KeycloakSession session) {
        boolean console = Profile.isFeatureEnabled(Profile.Feature.ADMIN_V2)
                && Profile.isFeatureEnabled(Profile.Feature.ADMIN_API);
        return console && isAdminHost(session.getContext()) ? create(session) : null;
    }

    /** Hosts of users only do not reveal where administrators work, as Keycloak's {@code /admin} does not. */
    private static boolean isAdminHost(KeycloakContext context) {
        URI admin = context.getUri(UrlType.ADMIN).getBaseUri();
        URI users = context.getUri(UrlType.FRONTEND).getBaseUri();
        String requested = context.getHttpRequest().getUri().getBaseUri().getAuthority();
        return isAdminHost(admin, users, requested);
    }

    /** @param requested host and port of the request */
    static boolean isAdminHost(URI admin, URI users, String requested) {
        return admin.equals(users) || withoutDefaultPort(admin.getAuthority()).equals(withoutDefaultPort(requested));
    }

    private static String withoutDefaultPort(String authority) {
        return authority.replaceFirst(":(80|443)$", "");
    }

    private static StandalonePageResource create(KeycloakSession session) {
        KeycloakContext context = session.getContext();
        RealmModel realm = context.getRealm();
        URI admin = context.getUri(UrlType.ADMIN).getBaseUri();
        URI users = context.getUri(UrlType.FRONTEND).getBaseUri();
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("authServerUrl", users.toString().replaceFirst("/+$", ""));
        environment.put("realm", realm.getName());
        environment.put("masterRealm", Config.getAdminRealm());
        environment.put("clientId", Constants.ADMIN_CONSOLE_CLIENT_ID);
        environment.put(
                "consoleBaseUrl",
                AdminRoot.adminConsoleUrl(context.getUri(UrlType.ADMIN))
                        .path("/")
                        .build(realm.getName())
                        .getRawPath());
        String base = context.getUri(UrlType.ADMIN)
                .getBaseUriBuilder()
                .path("realms/{realm}/" + StandalonePageProviderFactory.ID + "/")
                .build(realm.getName())
                .getRawPath();
        return new StandalonePageResource(
                session.getProvider(SecurityHeadersProvider.class).options(),
                base,
                environment,
                headers(admin, users, realm.getBrowserSecurityHeaders().get(HSTS)));
    }

    /** Scripts and styles of this server only; frames and requests for the silent login also to the host of users. */
    static Map<String, String> headers(URI admin, URI users, @Nullable String hsts) {
        String hosts = origin(admin).equals(origin(users)) ? "'self'" : "'self' " + origin(users);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; connect-src " + hosts + "; frame-src " + hosts
                        + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
        headers.put("X-Frame-Options", "DENY");
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("X-Robots-Tag", "none");
        headers.put("Cache-Control", "no-store");
        if (hsts != null && !hsts.isBlank()) {
            headers.put("Strict-Transport-Security", hsts);
        }
        return headers;
    }

    private static String origin(URI uri) {
        return uri.getScheme() + "://" + uri.getAuthority();
    }
}
