package org.millrace.testsuite.bench.cell;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.millrace.testsuite.bench.realm.BenchmarkRealm;
import org.millrace.testsuite.bench.realm.Workers;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.KeepAliveConnection;

/**
 * {@code POST /users}, one user a call over connections that stay open. It takes no roles: a user who is to have one needs
 * a second call, and without it is not the same user.
 */
public final class PostCell implements Cell {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int IN_FLIGHT = 16;
    private static final String USERS = BenchmarkRealm.PATH + "/users";

    private final AdminClient admin;
    private final int users;
    private final List<byte[]> bodies;
    private final boolean withRole;
    private final byte[] role;

    /** @param bodies a user each */
    public PostCell(AdminClient admin, int users, List<byte[]> bodies, BenchmarkRealm realm, boolean withRole) {
        this.admin = admin;
        this.users = users;
        this.bodies = bodies;
        this.withRole = withRole;
        this.role = JSON.createArrayNode().add(realm.role()).toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String name() {
        return "`POST /users`" + (withRole ? " and its role call, " : ", ") + IN_FLIGHT + " in flight";
    }

    @Override
    public int users() {
        return users;
    }

    @Override
    public int rolesAUser() {
        return withRole ? 2 : 1;
    }

    @Override
    public void load() {
        AtomicInteger next = new AtomicInteger();
        String token = admin.token();
        Workers.run(IN_FLIGHT, () -> {
            try (KeepAliveConnection connection = new KeepAliveConnection(admin.uri("/"), token)) {
                for (int i = next.getAndIncrement(); i < users; i = next.getAndIncrement()) {
                    String location = connection.post(USERS, bodies.get(i)).orElseThrow();
                    if (withRole) {
                        String user = URI.create(location).getPath();
                        connection.post(user + "/role-mappings/realm", role);
                    }
                }
            }
        });
    }
}
