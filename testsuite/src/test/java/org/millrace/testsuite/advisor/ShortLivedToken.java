package org.millrace.testsuite.advisor;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;

/** The administrator's token as a certain client gets it. */
final class ShortLivedToken {

    private ShortLivedToken() {}

    static String of(Node node, String client) throws IOException, InterruptedException {
        String form = "grant_type=password&client_id=" + client + "&username=" + ServerUnderTest.ADMIN + "&password="
                + ServerUnderTest.ADMIN;
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(node.baseUri() + "/realms/master/protocol/openid-connect/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build();
        String answer = HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body();
        return new ObjectMapper().readTree(answer).path("access_token").asText();
    }
}
