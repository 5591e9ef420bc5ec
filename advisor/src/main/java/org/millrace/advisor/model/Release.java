package org.millrace.advisor.model;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A release of Keycloak by its first two numbers, of which the second is no decimal: 26.10 comes after 26.9. */
public record Release(int major, int minor) implements Comparable<Release> {

    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})\\b.*");

    private static final Comparator<Release> ORDER =
            Comparator.comparingInt(Release::major).thenComparingInt(Release::minor);

    /** @return empty for what does not begin with two numbers, as {@code nightly} */
    public static Optional<Release> of(String version) {
        Matcher numbers = WRITTEN.matcher(version);
        return numbers.matches()
                ? Optional.of(new Release(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2))))
                : Optional.empty();
    }

    @Override
    public int compareTo(Release other) {
        return ORDER.compare(this, other);
    }
}
