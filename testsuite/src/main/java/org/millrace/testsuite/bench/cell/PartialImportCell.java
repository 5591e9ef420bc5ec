package org.millrace.testsuite.bench.cell;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.millrace.testsuite.bench.realm.BenchmarkRealm;
import org.millrace.testsuite.bench.realm.BenchmarkUsers;
import org.millrace.testsuite.bench.realm.Workers;
import org.millrace.testsuite.client.AdminClient;

/** Keycloak's {@code partialImport}, a hundred users a call: more are slower, as its work grows with their square. */
public final class PartialImportCell implements Cell {
    static final int USERS_A_CALL = 100;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final AdminClient admin;
    private final int inFlight;
    private final int users;
    private final List<byte[]> calls;

    /** @param calls as {@link #calls} makes them */
    public PartialImportCell(AdminClient admin, int inFlight, int users, List<byte[]> calls) {
        this.admin = admin;
        this.inFlight = inFlight;
        this.users = users;
        this.calls = calls;
    }

    /** The bodies for the first users; a last, smaller one if need be. The default role has to be named here. */
    public static List<byte[]> calls(BenchmarkUsers users, int count) {
        List<byte[]> calls = new ArrayList<>();
        for (int from = 0; from < count; from += USERS_A_CALL) {
            ObjectNode body = JSON.createObjectNode().put("ifResourceExists", "FAIL");
            ArrayNode slice = body.putArray("users");
            for (int number = from; number < Math.min(count, from + USERS_A_CALL); number++) {
                ObjectNode user = users.user(number);
                user.withArray("/realmRoles").add(BenchmarkRealm.DEFAULT_ROLE);
                slice.add(user);
            }
            calls.add(body.toString().getBytes(StandardCharsets.UTF_8));
        }
        return List.copyOf(calls);
    }

    @Override
    public String name() {
        return "`partialImport` by " + USERS_A_CALL + ", " + (inFlight == 1 ? "one at a time" : inFlight + " at once");
    }

    @Override
    public int users() {
        return users;
    }

    @Override
    public void load() {
        AtomicInteger next = new AtomicInteger();
        Workers.run(inFlight, () -> {
            for (int i = next.getAndIncrement(); i < calls.size(); i = next.getAndIncrement()) {
                admin.stream(admin.streamed(BenchmarkRealm.PATH + "/partialImport")
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofByteArray(calls.get(i)))
                                .build())
                        .ok();
            }
        });
    }
}
