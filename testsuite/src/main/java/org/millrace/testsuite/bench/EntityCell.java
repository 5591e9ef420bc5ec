package org.millrace.testsuite.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.millrace.testsuite.client.AdminClient;

/** One way to bring entities of one kind into a realm of their own. */
abstract class EntityCell {
    private final AdminClient admin;
    private final EntitySample sample;
    private final List<byte[]> bodies;

    private EntityCell(AdminClient admin, EntitySample sample, int count, IntFunction<String> body) {
        this.admin = admin;
        this.sample = sample;
        this.bodies = IntStream.range(0, count)
                .mapToObj(number -> body.apply(number).getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    /** Keycloak's own call for each of them. */
    static EntityCell posts(AdminClient admin, EntitySample sample, int count) {
        return new Posts(admin, sample, count);
    }

    /** One call for all. */
    static EntityCell millrace(AdminClient admin, EntitySample sample, int count) {
        return new Millrace(admin, sample, count);
    }

    /** In the words of the table of figures. */
    abstract String name();

    final int entities() {
        return bodies.size();
    }

    /**
     * A realm that they are to be loaded into.
     *
     * @param post the path of Keycloak's own call in it
     */
    record Place(String realm, String post) {}

    final Place newPlace() {
        String realm = sample.plural() + "-" + UUID.randomUUID();
        admin.createRealm(realm);
        return new Place(realm, sample.prepare(admin, realm));
    }

    /** Returns when all of them are committed. */
    abstract void load(Place place) throws IOException;

    private static final class Posts extends EntityCell {
        private static final int IN_FLIGHT = 16;

        Posts(AdminClient admin, EntitySample sample, int count) {
            super(admin, sample, count, sample::body);
        }

        @Override
        String name() {
            return "`%s`, %d in flight, %,d %s".formatted(sample().call(), IN_FLIGHT, entities(), sample().plural());
        }

        @Override
        void load(Place place) {
            AtomicInteger next = new AtomicInteger();
            String token = admin().token();
            Workers.run(IN_FLIGHT, () -> {
                try (KeepAliveConnection connection = new KeepAliveConnection(admin().uri("/"), token)) {
                    for (int i = next.getAndIncrement(); i < entities(); i = next.getAndIncrement()) {
                        connection.post(place.post(), body(i));
                    }
                }
            });
        }
    }

    private static final class Millrace extends EntityCell {
        Millrace(AdminClient admin, EntitySample sample, int count) {
            super(admin, sample, count, sample::record);
        }

        @Override
        String name() {
            return "Millrace, one call, %,d %s".formatted(entities(), sample().plural());
        }

        @Override
        void load(Place place) throws IOException {
            String path = "/admin/realms/" + place.realm() + "/bulk-import/" + sample().plural();
            ImportCall.run(admin(), path, entities(), "created", body -> {
                for (int i = 0; i < entities(); i++) {
                    body.write(body(i));
                }
            });
        }
    }

    final AdminClient admin() {
        return admin;
    }

    final EntitySample sample() {
        return sample;
    }

    final byte[] body(int number) {
        return bodies.get(number);
    }
}
