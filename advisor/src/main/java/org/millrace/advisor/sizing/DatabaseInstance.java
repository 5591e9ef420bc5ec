package org.millrace.advisor.sizing;

import java.util.List;

/**
 * A size of database machine that a cloud offers.
 *
 * @param gigabytes of memory
 * @param burstable whether its processors can be used in full for a time only
 */
public record DatabaseInstance(String name, int cores, int gigabytes, boolean burstable) {

    /** Amazon's, as the guide's example names them; smallest first, for each number of cores the cheapest. */
    static final List<DatabaseInstance> ALL = List.of(
            new DatabaseInstance("db.t4g.large", 2, 8, true),
            new DatabaseInstance("db.t4g.xlarge", 4, 16, true),
            new DatabaseInstance("db.r8g.2xlarge", 8, 64, false),
            new DatabaseInstance("db.r8g.4xlarge", 16, 128, false),
            new DatabaseInstance("db.r8g.8xlarge", 32, 256, false),
            new DatabaseInstance("db.r8g.12xlarge", 48, 384, false),
            new DatabaseInstance("db.r8g.16xlarge", 64, 512, false),
            new DatabaseInstance("db.r8g.24xlarge", 96, 768, false),
            new DatabaseInstance("db.r8g.48xlarge", 192, 1536, false));

    /** The smallest that has as many; the largest there is if none has. */
    static DatabaseInstance withCores(double cores) {
        return ALL.stream()
                .filter(instance -> instance.cores >= cores)
                .findFirst()
                .orElse(ALL.get(ALL.size() - 1));
    }
}
