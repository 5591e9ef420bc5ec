package org.millrace.testsuite.importer.contract.user.password;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;

/** Keycloak's login page, filled in as a browser does it. */
record LoginForm(Node node, String realm) {
    private static final Pattern ACTION = Pattern.compile("<form[^>]* action=\"([^\"]+)\"");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** Opens the login page of the account console, and sends name and password. */
    HttpResponse<String> submit(String username, String password) {
        HttpResponse<String> page = send(HttpRequest.newBuilder(URI.create(node.baseUri() + "/realms/" + realm
                + "/protocol/openid-connect/auth?client_id=account-console&response_type=code&scope=openid"
                + "&code_challenge_method=S256&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
                + "&redirect_uri=" + encoded(ServerUnderTest.HOSTNAME + "/realms/" + realm + "/account/"))));
        Matcher action = ACTION.matcher(page.body());
        if (!action.find()) {
            throw new AssertionError("no login form: " + page.statusCode() + " " + page.body());
        }
        URI address = URI.create(action.group(1).replace("&amp;", "&"));
        String cookies = page.headers().allValues("Set-Cookie").stream()
                .map(cookie -> cookie.substring(0, cookie.indexOf(';')))
                .collect(Collectors.joining("; "));
        return send(HttpRequest.newBuilder(
                        URI.create(node.baseUri() + address.getRawPath() + "?" + address.getRawQuery()))
                .header("Cookie", cookies)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("username=" + encoded(username) + "&password=" + encoded(password))));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return HTTP.send(request.header("Accept", "text/html").build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
