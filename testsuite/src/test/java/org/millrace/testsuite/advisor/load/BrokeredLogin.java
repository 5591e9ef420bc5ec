package org.millrace.testsuite.advisor.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.millrace.testsuite.server.Node;

/** A browser that logs in by an identity provider, as far as the redirect back to Keycloak. */
public final class BrokeredLogin {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Map<String, String> cookies = new LinkedHashMap<>();
    private final URI realm;

    /** Logins at this node. */
    public BrokeredLogin(Node node) {
        realm = URI.create(node.baseUri() + "/realms/" + LoadedRealm.NAME);
    }

    /** Keycloak exchanges the code at the identity provider before it answers the last of these requests. */
    public void run(String alias, String client, String redirect) throws IOException, InterruptedException {
        URI at = URI.create(realm + "/protocol/openid-connect/auth?response_type=code&scope=openid&client_id=" + client
                + "&redirect_uri=" + redirect + "&kc_idp_hint=" + alias);
        String location = "";
        for (int i = 0; i < 5 && !location.contains("state="); i++) {
            HttpResponse<String> response = get(at);
            location = response.headers()
                    .firstValue("Location")
                    .orElseThrow(() -> new IOException(response.request().uri() + ": " + response.statusCode()));
            // By the address of the test: the server's own name is not resolved here.
            URI next = URI.create(location);
            at = realm.resolve(next.getRawPath() + "?" + next.getRawQuery());
        }
        String state = location.replaceFirst(".*[?&]state=([^&]*).*", "$1");
        get(URI.create(realm + "/broker/" + alias + "/endpoint?code=of-the-provider&state=" + state));
    }

    /** Cookies by hand: Keycloak marks them as secure on localhost, and Java's client then keeps them for HTTPS. */
    private HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
        HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
        for (String cookie : response.headers().allValues("Set-Cookie")) {
            String[] pair = cookie.split(";", 2)[0].split("=", 2);
            cookies.put(pair[0], pair[1]);
        }
        return response;
    }
}
