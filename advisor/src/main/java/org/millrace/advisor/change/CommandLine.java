package org.millrace.advisor.change;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Arguments of {@code kc.sh}. */
public final class CommandLine implements ChangeTarget {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:,=@%+-]+");

    @Override
    public String name() {
        return "cli";
    }

    @Override
    public boolean takes(Step.Kind kind) {
        return kind == Step.Kind.OPTION || kind == Step.Kind.BUILD_OPTION;
    }

    @Override
    public String write(List<Step> steps) {
        return command("build", Step.Kind.BUILD_OPTION, steps) + command("start", Step.Kind.OPTION, steps);
    }

    private static String command(String command, Step.Kind kind, List<Step> steps) {
        List<Step> own = steps.stream().filter(step -> step.kind() == kind).toList();
        String removed = own.stream()
                .filter(step -> step.to() == null)
                .map(step -> "# remove: --" + step.name() + "\n")
                .collect(Collectors.joining());
        String set = own.stream()
                .filter(step -> step.to() != null)
                .map(step -> " " + quoted("--" + step.name() + "=" + step.to()))
                .collect(Collectors.joining());
        return removed
                + (set.isEmpty() ? "" : "# add to the options of bin/kc.sh " + command + "\n" + set.strip() + "\n");
    }

    private static String quoted(String argument) {
        return PLAIN.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
