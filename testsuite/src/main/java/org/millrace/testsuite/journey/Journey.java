package org.millrace.testsuite.journey;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.millrace.testsuite.bench.Page;
import org.millrace.testsuite.bench.Progress;
import org.millrace.testsuite.bench.measurement.Machine;
import org.millrace.testsuite.bench.realm.BenchmarkUsers;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * {@code mvn -Pjourney}: a migration into a badly configured installation. In each phase it measures, asks the advisor, and applies what
 * the report says, until the report proposes no change above {@code info}; then the same records go in as a job.
 */
public final class Journey {
    static final String SECTION = "journey";

    private static final String REALM = "journey";
    private static final String ADVISOR = "/admin/realms/master/advisor";
    private static final int TOKEN_SECONDS = 6 * 3600;

    private static final String MANY_USERS = """
            INSERT INTO user_entity (id, realm_id, username, email, email_constraint, enabled, email_verified, not_before,
                                     first_name, last_name)
            SELECT gen_random_uuid(), r.id, md5(n::text) || n, md5(n::text) || n || '@example.com',
                   md5(n::text) || n || '@example.com', true, true, 0, 'First' || n, 'Last' || n
              FROM realm r, generate_series(1, %d) n WHERE r.name = 'journey'""";

    /** Upgrades of Keycloak leave out new indexes of tables with more than 300,000 rows. */
    private static final String INDEX = "idx_user_email";

    private final JourneyOptions options;
    private final Page page;
    private final Progress progress = new Progress(System.out);
    private final BenchmarkUsers users = new BenchmarkUsers();
    private final AtomicInteger next = new AtomicInteger();

    private Journey(JourneyOptions options) throws IOException {
        this.options = options;
        this.page = new Page(options.page(), SECTION);
    }

    /** Takes its options from system properties. Any failure ends the run without figures. */
    public static void main(String[] arguments) throws IOException, SQLException {
        new Journey(JourneyOptions.fromSystemProperties()).run();
    }

    private void run() throws IOException, SQLException {
        progress.say("starting PostgreSQL and two nodes: " + Installation.description());
        try (Installation installation = Installation.start()) {
            Machine machine = machine(installation);
            AdminClient admin = administrator(installation.nodes().get(0));
            prepare(installation, admin);
            List<Phase> phases = new ArrayList<>();
            Advice.@Nullable Finding applied = null;
            while (true) {
                Phase phase = measure(installation, admin, phases.size() + 1, applied);
                phases.add(phase);
                applied = next(phase);
                if (applied == null || phases.size() == options.phases()) {
                    break;
                }
                progress.say("applying " + applied.name() + ": " + JourneyTable.steps(applied));
                installation.apply(applied);
            }
            double job = job(installation, admin);
            String markdown = new JourneyTable(options, machine, phases, job).markdown();
            System.out.println("\n" + markdown);
            page.write(SECTION, markdown);
            progress.say("written to " + options.page());
        }
    }

    private static Machine machine(Installation installation) throws SQLException {
        try (Connection connection = installation.connect()) {
            return Machine.of(connection);
        }
    }

    /** With a token that lives as long as the run. */
    private static AdminClient administrator(Node node) {
        Map<String, Integer> lifetimes = Map.of(
                "accessTokenLifespan", TOKEN_SECONDS,
                "ssoSessionIdleTimeout", TOKEN_SECONDS,
                "ssoSessionMaxLifespan", TOKEN_SECONDS);
        AdminClient.of(node).put("/admin/realms/master", lifetimes).ok();
        // The client of the node has a token with the lifetime from before.
        AdminClient admin = AdminClient.login(node, "master", ServerUnderTest.ADMIN, ServerUnderTest.ADMIN);
        admin.token();
        return admin;
    }

    private void prepare(Installation installation, AdminClient admin) throws SQLException {
        progress.say("preparing a realm of %,d users".formatted(options.users()));
        SampleRealm.create(admin, REALM);
        installation.execute(MANY_USERS.formatted(options.users()));
        installation.execute("DROP INDEX " + INDEX);
        installation.execute("VACUUM (ANALYZE)");
        installation.execute("CHECKPOINT");
    }

    /** {@code POST /users} takes no roles, so that the records of all ways have none. */
    private ObjectNode record() {
        ObjectNode user = users.user(next.getAndIncrement());
        user.remove("realmRoles");
        return user;
    }

    private Phase measure(Installation installation, AdminClient admin, int number, Advice.@Nullable Finding applied)
            throws IOException {
        Map<Way, Phase.Load> loads = new EnumMap<>(Way.class);
        for (Way way : Way.values()) {
            Phase.Load load = measure(installation, admin, way, number);
            progress.say("phase %d, %s: %,.0f records per second, %d failed; %s; %s"
                    .formatted(
                            number,
                            way.label(),
                            load.rate().perSecond(),
                            load.rate().failed(),
                            load.advice().rules(),
                            load.advice().principalText()));
            loads.put(way, load);
        }
        return new Phase(number, applied, loads);
    }

    private Phase.Load measure(Installation installation, AdminClient admin, Way way, int number) throws IOException {
        List<Node> nodes = installation.nodes();
        List<AdminClient> each = nodes.stream().map(admin::at).toList();
        try (RecordRequests requests =
                RecordRequests.start(way, admin, nodes, REALM, this::record, Installation.requests())) {
            requests.rate(settle(way));
            double used = advisorSeconds(each);
            long begun = System.nanoTime();
            RecordRequests.Rate rate = requests.rate(options.measured());
            double cores = (advisorSeconds(each) - used) * 1e9 / (System.nanoTime() - begun) / nodes.size();
            JsonNode report =
                    each.get(0).get(ADVISOR + "/report?scope=cluster").ok().json();
            if (options.reports().isPresent()) {
                Files.createDirectories(options.reports().get());
                Files.writeString(
                        options.reports().get().resolve(number + "-" + way.name() + ".json"), report.toPrettyString());
            }
            return new Phase.Load(rate, Advice.of(report), cores);
        }
    }

    /** The nodes have been warmed up by the first load when the second one begins. */
    private Duration settle(Way way) {
        return way == Way.POST_USERS ? options.settle() : options.settle().dividedBy(3);
    }

    private static double advisorSeconds(List<AdminClient> nodes) {
        double seconds = 0;
        for (AdminClient node : nodes) {
            for (JsonNode signal : node.get(ADVISOR + "/snapshot").ok().json().path("signals")) {
                if (signal.path("name").asText().equals("advisor.cpu.time")) {
                    seconds += signal.path("value").asDouble();
                }
            }
        }
        return seconds;
    }

    /** What the report says during {@code POST /users}; if it proposes no change, during the import. */
    private static Advice.@Nullable Finding next(Phase phase) {
        return phase.load(Way.POST_USERS)
                .advice()
                .next()
                .or(() -> phase.load(Way.BULK_IMPORT).advice().next())
                .orElse(null);
    }

    private double job(Installation installation, AdminClient admin) {
        List<byte[]> lines = IntStream.range(0, options.jobUsers())
                .mapToObj(i -> (record() + "\n").getBytes(StandardCharsets.UTF_8))
                .toList();
        double rate = MigrationJob.perSecond(admin.at(installation.nodes().get(0)), REALM, lines);
        progress.say("a job of %,d users: %,.0f records per second".formatted(lines.size(), rate));
        return rate;
    }
}
