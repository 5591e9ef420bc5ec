package org.millrace.testsuite.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.millrace.testsuite.client.AdminClient;

/** One way to bring groups into a realm of their own, each with a description and two attributes. */
abstract class GroupCell {
    private final AdminClient admin;
    private final List<byte[]> groups;

    private GroupCell(AdminClient admin, int count) {
        this.admin = admin;
        this.groups = IntStream.range(0, count).mapToObj(GroupCell::group).toList();
    }

    /** Keycloak's own call for each group. */
    static GroupCell posts(AdminClient admin, int count) {
        return new Posts(admin, count);
    }

    /** One call for all. */
    static GroupCell millrace(AdminClient admin, int count) {
        return new Millrace(admin, count);
    }

    /** In the words of the table of figures. */
    abstract String name();

    final int groups() {
        return groups.size();
    }

    /** @return the name of the realm that the groups are to be loaded into */
    final String newRealm() {
        String realm = "groups-" + UUID.randomUUID();
        admin.createRealm(realm);
        return realm;
    }

    /** Returns when all groups are committed. */
    abstract void load(String realm) throws IOException;

    /** Names as they come, in no order of theirs. */
    private static byte[] group(int number) {
        return """
                {"name":"%sgroup","description":"group %d","attributes":{"costCentre":["%d"],"site":["site-%d"]}}
                """.formatted(BenchmarkUsers.prefix(number), number, number, number % 50)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static final class Posts extends GroupCell {
        private static final int IN_FLIGHT = 16;

        Posts(AdminClient admin, int count) {
            super(admin, count);
        }

        @Override
        String name() {
            return "`POST /groups`, %d in flight, %,d groups".formatted(IN_FLIGHT, groups());
        }

        @Override
        void load(String realm) {
            AtomicInteger next = new AtomicInteger();
            String token = admin().token();
            Workers.run(IN_FLIGHT, () -> {
                try (KeepAliveConnection connection = new KeepAliveConnection(admin().uri("/"), token)) {
                    for (int i = next.getAndIncrement(); i < groups(); i = next.getAndIncrement()) {
                        connection.post("/admin/realms/" + realm + "/groups", body(i));
                    }
                }
            });
        }
    }

    private static final class Millrace extends GroupCell {
        Millrace(AdminClient admin, int count) {
            super(admin, count);
        }

        @Override
        String name() {
            return "Millrace, one call, %,d groups".formatted(groups());
        }

        @Override
        void load(String realm) throws IOException {
            String path = "/admin/realms/" + realm + "/bulk-import/groups";
            ImportCall.run(admin(), path, groups(), "created", body -> {
                for (int i = 0; i < groups(); i++) {
                    body.write(body(i));
                }
            });
        }
    }

    final AdminClient admin() {
        return admin;
    }

    final byte[] body(int number) {
        return groups.get(number);
    }
}
