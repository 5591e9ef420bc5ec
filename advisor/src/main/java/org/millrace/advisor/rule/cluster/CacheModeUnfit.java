package org.millrace.advisor.rule.cluster;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.KeycloakSettings;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.StatedSettings;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;

/** The way nodes find each other is not what their number needs. */
public final class CacheModeUnfit implements Rule {

    private static final Set<String> DEPRECATED = Set.of("kubernetes", "ec2", "azure", "google", "udp", "tcp");

    private static final RuleCard CARD = new RuleCard(
            "KC-CLUS-007",
            "The cache mode does not fit the cluster",
            Lane.SAFETY,
            "Local caches on several nodes serve what is no longer true: a revoked role still counts on the node that was not "
                    + "told. The stacks for certain clouds are deprecated: through the database nodes find each other "
                    + "anywhere.",
            List.of(KeycloakSettings.CACHE, KeycloakSettings.PROFILE),
            List.of(),
            List.of("https://www.keycloak.org/server/caching"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(Window window) {
        boolean local = window.setting(KeycloakSettings.CACHE).is("local");
        boolean several = window.number(StatedSettings.MAX_NODES).orElse(1) > 1;
        if (local && several) {
            Step step = new Step(Step.Kind.OPTION, KeycloakSettings.CACHE.name(), "local", "ispn");
            return new Finding(
                    Severity.CRITICAL,
                    List.of(),
                    "The caches are local, and there may be several nodes: use cache=ispn.",
                    Confidence.HIGH,
                    new Change(List.of(step), true, Change.Risk.MEDIUM));
        }
        Optional<String> stack = window.settings()
                .find(KeycloakSettings.CACHE_STACK)
                .flatMap(Setting::text)
                .filter(DEPRECATED::contains);
        return local || stack.isEmpty() ? Verdict.healthy() : deprecated(stack.get());
    }

    private static Finding deprecated(String stack) {
        Step step = new Step(Step.Kind.OPTION, KeycloakSettings.CACHE_STACK.name(), stack, null);
        return new Finding(
                Severity.WARNING,
                List.of(),
                "cache-stack " + stack
                        + " is deprecated: unset it, and nodes find each other through the database. All nodes "
                        + "must change at once.",
                Confidence.HIGH,
                new Change(List.of(step), true, Change.Risk.MEDIUM));
    }
}
