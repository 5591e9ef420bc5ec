package org.millrace.advisor.sampler;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of the kernel's files of pressure stall information.
 *
 * @see <a href="https://docs.kernel.org/accounting/psi.html">PSI</a>
 */
public record PressureFile(Path path) {

    private static final Pattern LAST_MINUTE = Pattern.compile("avg60=([0-9.]+)");

    /** The share of the last minute, 0 to 1, in which at least one task waited. */
    public OptionalDouble some() {
        return share("some");
    }

    /** In which all tasks waited. */
    public OptionalDouble full() {
        return share("full");
    }

    private OptionalDouble share(String kind) {
        for (String line : new TextFile(path).lines().orElse(List.of())) {
            Matcher average = LAST_MINUTE.matcher(line);
            if (line.startsWith(kind) && average.find()) {
                return OptionalDouble.of(Double.parseDouble(average.group(1)) / 100);
            }
        }
        return OptionalDouble.empty();
    }
}
