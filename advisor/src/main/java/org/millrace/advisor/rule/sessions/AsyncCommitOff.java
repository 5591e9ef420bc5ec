package org.millrace.advisor.rule.sessions;

import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;

/** Commits of sessions wait for the disk although they need not. */
public final class AsyncCommitOff implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.ASYNC_COMMIT_OFF,
            "Sessions are committed as durably as users",
            Lane.HYGIENE,
            "From 26.7 on Keycloak does not wait for the disk when a transaction has only changed what may be lost, such as "
                    + "sessions: after a crash some users log in again. It is the safe part of what switching "
                    + "synchronous_commit off would do to everything.",
            List.of(KeycloakSettings.ASYNC_COMMIT),
            List.of(),
            List.of("https://www.keycloak.org/high-availability/single-cluster/concepts"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        if (!context.window().setting(KeycloakSettings.ASYNC_COMMIT).is("false")) {
            return Verdict.healthy();
        }
        Step step = new Step(Step.Kind.OPTION, KeycloakSettings.ASYNC_COMMIT.name(), "false", null);
        return new Finding(
                Severity.INFO,
                List.of(),
                "The option " + KeycloakSettings.ASYNC_COMMIT.name() + " is false. Unset it, unless a regulation or "
                        + "logical replication of Aurora forbids it.",
                Confidence.HIGH,
                new Change(List.of(step), true, Change.Risk.LOW));
    }
}
