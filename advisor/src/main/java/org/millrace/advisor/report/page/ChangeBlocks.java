package org.millrace.advisor.report.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.ChangeTarget;
import org.millrace.advisor.change.CommandLine;
import org.millrace.advisor.change.Environment;
import org.millrace.advisor.change.KeycloakConf;
import org.millrace.advisor.change.KeycloakResource;
import org.millrace.advisor.change.SqlTarget;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.report.Markup;

/** A change and its revert as text to copy, in each form that can express it. One click selects a block. */
final class ChangeBlocks {

    private final Markup out;
    private final Map<String, ChangeTarget> targets = new LinkedHashMap<>();

    /** @param settings in force, for what is set where a form cannot change it */
    ChangeBlocks(Markup out, Settings settings) {
        this.out = out;
        targets.put("keycloak.conf", new KeycloakConf(settings));
        targets.put("Command line", new CommandLine());
        targets.put("Environment", new Environment(settings));
        targets.put("Kubernetes (Keycloak CR)", new KeycloakResource());
        targets.put("SQL", new SqlTarget(settings));
    }

    void append(Change change) {
        targets.forEach((label, target) -> {
            String apply = text(target, change.apply());
            if (!apply.isEmpty()) {
                out.open("details", "class", "form").element("summary", label);
                block("Apply", apply);
                block("Revert", text(target, change.revert()));
                out.close();
            }
        });
    }

    private static String text(ChangeTarget target, List<Step> steps) {
        return target.write(
                steps.stream().filter(step -> target.takes(step.kind())).toList());
    }

    private void block(String label, String text) {
        out.open("div", "class", "block").element("span", label, "class", "soft");
        out.element("pre", text.stripTrailing()).close();
    }
}
