package org.millrace.testsuite.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.program.NeedsChromium;

/** The jobs of the page in Keycloak's admin console, in a real browser. */
@NeedsChromium
class ConsoleJobsIT extends ConsolePage {
    @Test
    void jobIsPausedResumedCancelledAndDeletedWithTheKeyboard() {
        createManager("realm-admin");
        pausedJob();
        page.logIn(realm, "manager");
        page.openByNavigation();
        page.awaitIn("the form", "querySelector('form') != null");

        page.focus("Import");
        page.browser().type("End");
        page.awaitFocusOn("Jobs");
        page.browser().type("Home");
        page.awaitFocusOn("Import");
        page.browser().type("ArrowRight");
        assertThat(page.evaluate("getElementById('tab-jobs').ariaSelected").asText())
                .isEqualTo("true");
        page.focus("paused");
        assertThat(page.evaluate("activeElement.ariaLabel").asText()).startsWith("paused: job of users, created ");
        page.browser().type("Enter");
        page.awaitFocusOn("Job ");
        page.focus("Resume");
        page.browser().type("Enter");
        page.awaitFocusOn("Pause");
        assertThat(onlyJob().path("state").asText()).isEqualTo("running");
        page.browser().type("Enter");
        page.awaitFocusOn("Resume");
        assertThat(onlyJob().path("state").asText()).isEqualTo("paused");
        page.browser().type("Enter");
        page.awaitFocusOn("Pause");
        assertThat(onlyJob().path("state").asText()).isEqualTo("running");
        page.browser().type("Tab");
        page.browser().type("Enter");
        page.awaitFocusOn("Confirm: cancel");
        assertThat(onlyJob().path("state").asText()).isEqualTo("running");
        page.browser().type("Enter");
        page.awaitFocusOn("Retry file");
        assertThat(onlyJob().path("state").asText()).isEqualTo("cancelled");
        page.awaitIn("the list shows it", "querySelector('tbody button').textContent === 'cancelled'");
        page.focus("Delete job");
        page.browser().type("Enter");
        page.browser().type("Enter");
        page.awaitFocusOn("The job and its outcomes were deleted");
        page.awaitText("The realm has no jobs");
        assertThat(jobs()).isEmpty();
    }

    /** A job with one transaction for each of its records, which takes long when it is resumed. */
    private void pausedJob() {
        AdminClient manager = AdminClient.login(node, realm, "manager", "manager");
        String jobs = "/admin/realms/" + realm + "/bulk-import/jobs";
        String job = jobs + "/"
                + manager.post(
                                jobs,
                                Map.of(
                                        "entity",
                                        "users",
                                        "options",
                                        Map.of("chunkSize", 1, "writers", 1),
                                        "source",
                                        Map.of("type", "upload")))
                        .createdId();
        String users = IntStream.range(0, 8_000)
                .mapToObj(i -> "{\"username\":\"user-" + i + "\"}\n")
                .collect(Collectors.joining());
        manager.put(job + "/parts/1", "application/x-ndjson", users.getBytes(StandardCharsets.UTF_8))
                .ok();
        manager.post(job + "/start").ok();
        manager.post(job + "/pause").ok();
    }

    @Test
    void uploadThatFailsOrIsLeftLeavesNoJob() {
        open("realm-admin");

        page.choose("users.csv", "username,shoe-size\\n", "user-${i},42\\n", 2);
        page.press("Start import");
        page.awaitText("shoe-size");
        Polling.await("no job is left", () -> jobs().isEmpty());
        page.choose(
                "more.csv",
                "username,email\\n",
                "${crypto.randomUUID()},${crypto.randomUUID()}@example.org\\n",
                20_000);
        page.browser().throttleUploads(20_000);
        page.press("Start import");
        page.awaitText("Sending the file");
        assertThat(onlyJob().path("state").asText()).isEqualTo("open");
        page.evaluate("getElementById('close').click()");

        Polling.await("the job is deleted", () -> jobs().isEmpty());
        assertThat(count()).isEqualTo(1);
    }

    private JsonNode jobs() {
        return admin.get("/admin/realms/" + realm + "/bulk-import/jobs").ok().json();
    }

    private JsonNode onlyJob() {
        JsonNode jobs = jobs();
        assertThat(jobs).hasSize(1);
        return jobs.path(0);
    }
}
