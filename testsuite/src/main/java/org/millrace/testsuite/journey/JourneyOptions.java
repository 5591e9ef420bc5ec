package org.millrace.testsuite.journey;

import static org.millrace.testsuite.bench.RunProperties.number;
import static org.millrace.testsuite.bench.RunProperties.requireAtLeast;
import static org.millrace.testsuite.bench.RunProperties.text;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What a run is asked for, by system properties of the names {@code journey.*}. One that is absent or blank has its default.
 *
 * @param settle load before the first measurement of a phase, because the JVMs are cold after a start; a third of it before the second
 * @param measured of each load in each phase
 * @param phases maximum number of phases
 * @param users in the realm before the first phase
 * @param jobUsers users of each job
 * @param page the page that the figures are written into
 * @param reports directory for the whole reports of all phases; empty to keep none
 */
record JourneyOptions(
        Duration settle, Duration measured, int phases, int users, int jobUsers, Path page, Optional<Path> reports) {

    JourneyOptions {
        requireAtLeast(1, "journey.settle", settle.toSeconds());
        requireAtLeast(1, "journey.seconds", measured.toSeconds());
        requireAtLeast(1, "journey.phases", phases);
        requireAtLeast(1, "journey.users", users);
        requireAtLeast(1, "journey.job", jobUsers);
    }

    static JourneyOptions fromSystemProperties() {
        return new JourneyOptions(
                Duration.ofSeconds(number("journey.settle", 90)),
                Duration.ofSeconds(number("journey.seconds", 25)),
                number("journey.phases", 6),
                number("journey.users", 120_000),
                number("journey.job", 100_000),
                Path.of(text("journey.page", "docs/explanation/journey.md")),
                Optional.of(text("journey.reports", ""))
                        .filter(path -> !path.isEmpty())
                        .map(Path::of));
    }
}
