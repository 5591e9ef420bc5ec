package org.millrace.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.loadtest.Triage;
import org.millrace.advisor.report.page.RulesMarkdown;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.cache.CachesCold;
import org.millrace.advisor.rule.cache.InvalidationStorm;

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
                .allMatch(rule -> rule.card().causality().station().isPresent());
    }

    @Test
    void nothingSuppressesItself() {
        assertThat(cards()).noneMatch(card -> card.causality().suppressed().contains(card.id()));
    }

    @Test
    void whereSizeIsNotWhatMattersNoneIsAdvised() {
        for (Rule rule : List.of(new CachesCold(), new InvalidationStorm())) {
            assertThat(rule.card().causality().suppressed())
                    .contains(RuleId.ENTITY_CACHE_TOO_SMALL, RuleId.CPU_REQUEST_LOW, RuleId.DATABASE_CORES_FEW);
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

    @Test
    void everyNamedRuleExists() {
        Set<String> existing = ids().collect(Collectors.toSet());

        assertThat(cards()).allSatisfy(card -> {
            assertThat(existing).containsAll(card.causality().consequences());
            assertThat(existing).containsAll(card.causality().consequencesOnSharedProcessors());
            assertThat(existing).containsAll(card.causality().suppressed());
        });
    }

    @Test
    void everyIdBelongsToARule() {
        assertThat(Arrays.stream(RuleId.class.getFields()).map(RulesTest::value))
                .containsExactlyInAnyOrderElementsOf(ids().toList());
    }

    private static Object value(Field id) {
        try {
            return id.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError("cannot read " + id, e);
        }
    }

    private static Stream<String> ids() {
        return cards().map(RuleCard::id);
    }

    private static Stream<RuleCard> cards() {
        return Stream.concat(Rules.all().stream(), Triage.RULES.stream()).map(Rule::card);
    }
}
