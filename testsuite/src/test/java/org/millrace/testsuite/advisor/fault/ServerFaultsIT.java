package org.millrace.testsuite.advisor.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.advisor.fault.Treatment.gainByANewServer;
import static org.millrace.testsuite.advisor.load.LoadedRealm.execute;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import org.millrace.testsuite.advisor.load.GrantTraffic;
import org.millrace.testsuite.advisor.load.Load;
import org.millrace.testsuite.advisor.load.LoadedRealm;
import org.millrace.testsuite.server.JavaHeap;
import org.millrace.testsuite.server.ServerOptions;

/** Faults of settings that are read at start, as {@link FaultsIT}: what is proposed is tried on a server of its own. */
class ServerFaultsIT {

    private static final Logger LOG = System.getLogger(ServerFaultsIT.class.getName());

    /** A server at rest fills 70 of them; the sessions of the load come on top. */
    private static final int TIGHT_MEBIBYTES = 104;

    /** All events of a realm wait for the one row in which they are counted; what is computed for it takes some milliseconds. */
    private static final String ONE_ROW = """
            CREATE TABLE logins (realm_id varchar PRIMARY KEY, n bigint);
            INSERT INTO logins SELECT id, 0 FROM realm;
            ALTER TABLE logins OWNER TO keycloak;
            CREATE FUNCTION count_login() RETURNS trigger LANGUAGE plpgsql
                AS $$ BEGIN
                    UPDATE logins SET n = n + 1 WHERE realm_id = NEW.realm_id;
                    PERFORM count(*) FROM generate_series(1, 50000);
                    RETURN NEW;
                END $$;
            CREATE TRIGGER count_login AFTER INSERT ON event_entity FOR EACH ROW EXECUTE FUNCTION count_login()""";

    @FaultTest
    void farTooManyRequestThreadsAreCuredByFewer() throws SQLException {
        ServerOptions faulty = FaultsIT.options().with("http-pool-max-threads", "400");

        double gain = gainByANewServer("KC-THR-001", faulty, (server, admin) -> {
            LoadedRealm.createWithoutEvents(admin);
            return new GrantTraffic(server.node(), 150);
        });

        assertThat(gain).as("no harm done").isGreaterThan(0.7);
    }

    @FaultTest
    void userCacheTooSmallIsCuredByALargerOne() throws SQLException {
        ServerOptions faulty = FaultsIT.options().with("cache-embedded-users-max-count", "200");
        int users = 400;

        double gain = gainByANewServer("KC-CACHE-001", faulty, (server, admin) -> {
            LoadedRealm.create(admin, LoadedRealm.CHEAP);
            LoadedRealm.addUsers(server, users);
            return new Load(server.node(), 8, Load.loginsOf(users));
        });

        assertThat(gain).as("no harm done").isGreaterThan(0.7);
    }

    @FaultTest
    void heapTooSmallIsCuredByALargerOne() throws SQLException {
        ServerOptions faulty = FaultsIT.options().withHeapMebibytes(TIGHT_MEBIBYTES);

        double gain = gainByANewServer("KC-JVM-001", faulty, (server, admin) -> {
            LoadedRealm.create(admin, LoadedRealm.CHEAP);
            // What lives is known once the old generation has been collected, which a large heap puts off.
            LOG.log(
                    Level.INFO,
                    "MiB that live: " + new JavaHeap(server.node().javaPid().orElseThrow()).mebibytesAfterCollection());
            return new Load(server.node(), 8, Load.MIXED);
        });

        assertThat(gain).as("no harm done").isGreaterThan(0.7);
    }

    @FaultTest
    void poolFarTooLargeForTheDatabaseIsCuredByASmallerOne() throws SQLException {
        ServerOptions faulty =
                FaultsIT.options().with("db-pool-max-size", "100").with("http-pool-max-threads", "100");

        double gain = gainByANewServer("KC-PG-001", faulty, (server, admin) -> {
            LoadedRealm.create(admin, LoadedRealm.CHEAP);
            execute(server, ONE_ROW);
            return new Load(server.node(), 80, Load.MIXED);
        });

        assertThat(gain).as("no harm done").isGreaterThan(0.7);
    }
}
