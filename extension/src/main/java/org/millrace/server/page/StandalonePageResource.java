package org.millrace.server.page;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.keycloak.headers.SecurityHeadersOptions;
import org.keycloak.util.JsonSerialization;

/** The static files of the theme, and one HTML page that loads them. The page makes its calls with the administrator's own token. */
public final class StandalonePageResource {
    private static final String FILES = "/theme/millrace/admin/resources/";

    private static final String PAGE = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>Bulk import</title>
            <link rel="stylesheet" href="%1$scss/standalone.css">
            <script type="module" src="%1$sjs/standalone.js"></script>
            </head>
            <body>
            <div id="environment" hidden>%2$s</div>
            <noscript>This page needs JavaScript.</noscript>
            </body>
            </html>
            """;

    private final SecurityHeadersOptions defaults;
    private final String base;
    private final Map<String, String> environment;
    private final Map<String, String> headers;

    StandalonePageResource(
            SecurityHeadersOptions defaults,
            String base,
            Map<String, String> environment,
            Map<String, String> headers) {
        this.defaults = defaults;
        this.base = base;
        this.environment = environment;
        this.headers = headers;
    }

    /** The page. */
    @GET
    public Response page() throws IOException {
        String html = PAGE.formatted(escaped(base), escaped(JsonSerialization.writeValueAsString(environment)));
        return answer("text/html", html.getBytes(StandardCharsets.UTF_8));
    }

    @GET
    @Path("js/{name: [a-z-]+\\.js}")
    public Response script(@PathParam("name") String name) throws IOException {
        return answer("text/javascript", file("js/" + name));
    }

    @GET
    @Path("css/{name: [a-z-]+\\.css}")
    public Response style(@PathParam("name") String name) throws IOException {
        return answer("text/css", file("css/" + name));
    }

    private static byte[] file(String name) throws IOException {
        try (InputStream in = StandalonePageResource.class.getResourceAsStream(FILES + name)) {
            if (in == null) {
                throw new NotFoundException();
            }
            return in.readAllBytes();
        }
    }

    private Response answer(String type, byte[] body) {
        // Keycloak would replace the headers of an HTML page by those of the realm, which allow scripts in the page.
        defaults.skipHeaders();
        Response.ResponseBuilder response = Response.ok(body, type + ";charset=UTF-8");
        headers.forEach(response::header);
        return response.build();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
