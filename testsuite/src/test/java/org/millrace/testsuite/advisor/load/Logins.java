package org.millrace.testsuite.advisor.load;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.millrace.testsuite.server.Node;

/** Logins that are sent all at once. */
public final class Logins {

    private Logins() {}

    /** Of users that do not exist, so that each asks the database; with the status of each answer. */
    public static List<CompletableFuture<Integer>> ofUnknownUsers(Node node, int count) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        URI token = URI.create(node.baseUri() + "/realms/master/protocol/openid-connect/token");
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            HttpRequest request = HttpRequest.newBuilder(token)
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString(
                            "grant_type=password&client_id=admin-cli&username=missing-" + i + "&password=x"))
                    .build();
            answers.add(client.sendAsync(request, BodyHandlers.discarding()).thenApply(answer -> answer.statusCode()));
        }
        return answers;
    }
}
