package org.millrace.testsuite.bench;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.millrace.testsuite.bench.realm.ImportCall;
import org.millrace.testsuite.bench.realm.Workers;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.KeepAliveConnection;

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

    /** Keycloak's {@code partialImport}, a hundred a call: more are slower each. */
    static EntityCell partialImports(AdminClient admin, EntitySample sample, int count) {
        return new PartialImports(admin, sample, count);
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
     * @param calls Keycloak's own calls in it
     */
    record Place(String realm, Calls calls) {}

    /** Keycloak's own calls that bring one entity into a realm, in their order. */
    @FunctionalInterface
    interface Calls {
        /** @param body what the entity's sample says for its number */
        List<Call> of(int number, byte[] body);
    }

    record Call(String method, String path, byte[] body) {}

    final Place newPlace() throws IOException {
        String realm = sample.plural() + "-" + UUID.randomUUID();
        admin.createRealm(realm);
        return new Place(realm, sample.prepare(admin, realm, entities()));
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
                        for (Call call : place.calls().of(i, body(i))) {
                            connection.send(call.method(), call.path(), call.body());
                        }
                    }
                }
            });
        }
    }

    private static final class PartialImports extends EntityCell {
        private static final int A_CALL = 100;

        PartialImports(AdminClient admin, EntitySample sample, int count) {
            super(admin, sample, count, sample::body);
        }

        @Override
        String name() {
            return "`partialImport` by %d, one at a time, %,d %s".formatted(A_CALL, entities(), sample().plural());
        }

        @Override
        void load(Place place) {
            for (int from = 0; from < entities(); from += A_CALL) {
                String items = IntStream.range(from, Math.min(entities(), from + A_CALL))
                        .mapToObj(number -> new String(body(number), StandardCharsets.UTF_8))
                        .collect(Collectors.joining(","));
                admin().stream(admin().streamed("/admin/realms/" + place.realm() + "/partialImport")
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(sample().partialImport(items)))
                                .build())
                        .ok();
            }
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
            String path = "/admin/realms/" + place.realm() + "/bulk-import/" + sample().importPath();
            ImportCall.run(admin(), path, entities(), sample().imported(), body -> {
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
