package org.millrace.testsuite.bench;

import static org.millrace.testsuite.bench.RunProperties.number;
import static org.millrace.testsuite.bench.RunProperties.requireAtLeast;
import static org.millrace.testsuite.bench.RunProperties.text;

import java.nio.file.Path;
import java.util.List;

/**
 * What a run is asked for, by system properties of the names {@code bench.*}. One that is absent or blank has its default.
 *
 * @param users of each {@code COPY} and Millrace cell
 * @param rounds how often each cell is timed
 * @param warmup users through Millrace before the first timed cell; Keycloak's own ways get a share of it
 * @param posts users of each {@code POST /users} cell: rates are comparable, and 100,000 would take minutes
 * @param partials users of each {@code partialImport} cell
 * @param large users of the realm that the last cells load into; 0 leaves these cells out
 * @param entities groups, resources, roles, clients or memberships of each cell that loads them, ten times as many in the largest
 * @param parts what is measured, by the names of the page's sections
 * @param page the page that the figures are written into
 */
record BenchmarkOptions(
        int users,
        int rounds,
        int warmup,
        int posts,
        int partials,
        int large,
        int entities,
        List<String> parts,
        Path page) {
    /** A POST costs about fifty times what an imported user does: so both get about the same time to warm up. */
    private static final int WARMUP_USERS_A_POST = 50;

    private static final int WARMUP_USERS_A_PARTIAL = 250;

    BenchmarkOptions {
        requireAtLeast(1, "bench.users", users);
        requireAtLeast(1, "bench.rounds", rounds);
        requireAtLeast(0, "bench.warmup", warmup);
        requireAtLeast(1, "bench.posts", posts);
        requireAtLeast(1, "bench.partials", partials);
        requireAtLeast(0, "bench.large", large);
        requireAtLeast(1, "bench.entities", entities);
    }

    static BenchmarkOptions fromSystemProperties() {
        int users = number("bench.users", 100_000);
        return new BenchmarkOptions(
                users,
                number("bench.rounds", 3),
                number("bench.warmup", 500_000),
                number("bench.posts", Math.min(users, 3000)),
                number("bench.partials", Math.min(users, 2000)),
                number("bench.large", 1_000_000),
                number("bench.entities", 2000),
                List.of(text("bench.parts", "figures,groups").split(",")),
                Path.of(text("bench.page", "docs/explanation/benchmarks.md")));
    }

    int warmupPosts() {
        return warmup / WARMUP_USERS_A_POST;
    }

    int warmupPartials() {
        return warmup / WARMUP_USERS_A_PARTIAL;
    }
}
