package org.millrace.advisor.change;

import java.util.List;

/** Lines for {@code conf/keycloak.conf}. */
public final class KeycloakConf implements ChangeTarget {

    @Override
    public String name() {
        return "conf";
    }

    @Override
    public boolean takes(Step.Kind kind) {
        return kind == Step.Kind.OPTION || kind == Step.Kind.BUILD_OPTION;
    }

    @Override
    public String write(List<Step> steps) {
        StringBuilder out = new StringBuilder();
        for (Step step : steps) {
            if (step.kind() == Step.Kind.BUILD_OPTION) {
                out.append("# kc.sh build reads this one:\n");
            }
            out.append(step.to() == null ? "# remove: " + step.name() : step.name() + "=" + escaped(step.to()))
                    .append('\n');
        }
        return out.toString();
    }

    /** The file is read as Java properties, with expressions. */
    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("$", "\\$");
    }
}
