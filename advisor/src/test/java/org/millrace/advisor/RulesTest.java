package org.millrace.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.diagnosis.KeycloakGraph;
import org.millrace.advisor.loadtest.Triage;
import org.millrace.advisor.report.page.RulesMarkdown;
import org.millrace.advisor.rule.Lane;

class RulesTest {

    private static final Path PAGE = Path.of(System.getProperty("project.root"), "docs", "reference", "rules.md");

    @Test
    void idsAreUnique() {
        assertThat(ids()).doesNotHaveDuplicates();
    }

    @Test
    void everySaturationRuleHasAStation() {
        assertThat(Rules.all())
                .filteredOn(rule -> rule.card().lane() == Lane.SATURATION)
                .extracting(rule -> rule.card().id())
                .allMatch(id -> KeycloakGraph.GRAPH.stationOf(id).isPresent());
    }

    @Test
    void nothingSuppressesItself() {
        assertThat(ids()).noneMatch(id -> KeycloakGraph.GRAPH.suppressedBy(id).contains(id));
    }

    @Test
    void whereSizeIsNotWhatMattersNoneIsAdvised() {
        for (String rule : List.of("KC-CACHE-003", "KC-CACHE-004")) {
            assertThat(KeycloakGraph.GRAPH.suppressedBy(rule)).contains("KC-CACHE-001", "KC-SIZ-001", "KC-SIZ-004");
        }
    }

    /** To regenerate the page, run this test with {@code -Dmillrace.docs=write}. */
    @Test
    void pageOfTheDocumentationIsUpToDate() throws IOException {
        String page = RulesMarkdown.write(Rules.all(), Triage.RULES);
        if ("write".equals(System.getProperty("millrace.docs"))) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, page);
        }

        assertThat(PAGE).hasContent(page);
    }

    private static Stream<String> ids() {
        return Stream.concat(Rules.all().stream(), Triage.RULES.stream())
                .map(rule -> rule.card().id());
    }
}
