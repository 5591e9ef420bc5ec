package org.millrace.testsuite.importer.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** The admin events that a job fires, on behalf of the caller who started it. */
interface JobEventContract extends Importing {
    private static List<JsonNode> events(ImportRealm realm) {
        List<JsonNode> events = new ArrayList<>();
        realm.admin().get(realm.base() + "/admin-events?max=100").ok().json().forEach(events::add);
        return events;
    }

    private List<JsonNode> eventsOf(Map<String, ?> options) {
        ImportRealm realm =
                ImportRealm.create(server(), Map.of("adminEventsEnabled", true, "adminEventsDetailsEnabled", true));
        realm.admin().delete(realm.base() + "/admin-events").ok();
        ImportJob.create(realm, options)
                .with(1, UserLine.several(unique("logged"), 3))
                .started()
                .finished();
        return events(realm);
    }

    @Test
    default void aJobIsOneEventUnlessSaidOtherwise() {
        List<JsonNode> events = eventsOf(Map.of("chunkSize", 1));

        assertThat(events).hasSize(1);
        assertThat(events.get(0).path("resourceType").asText()).isEqualTo("BULK_IMPORT");
        assertThat(events.get(0).path("resourcePath").asText()).startsWith("bulk-import/jobs/");
        assertThat(events.get(0).path("representation").asText()).contains("\"created\":3");
        // Of who started the job; of this machine, or of the gateway to a container's network.
        assertThat(events.get(0).path("authDetails").path("ipAddress").asText()).matches("[0-9a-f.:]{3,}");
    }

    @Test
    default void eachRecordIsAnEventIfAskedFor() {
        List<JsonNode> events = eventsOf(Map.of("chunkSize", 2, "events", "each"));

        assertThat(events).hasSize(3).allSatisfy(event -> {
            assertThat(event.path("resourceType").asText()).isEqualTo("USER");
            assertThat(event.path("operationType").asText()).isEqualTo("CREATE");
        });
    }

    @Test
    default void noEventIsNoneAndADryRunFiresNone() {
        assertThat(eventsOf(Map.of("events", "none"))).isEmpty();
        assertThat(eventsOf(Map.of("dryRun", true))).isEmpty();
    }
}
