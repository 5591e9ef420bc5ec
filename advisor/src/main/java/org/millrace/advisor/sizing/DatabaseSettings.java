package org.millrace.advisor.sizing;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Settings of a dedicated PostgreSQL server for Keycloak, by PgTune's rules for web applications. The number of connections
 * follows from the pools instead.
 *
 * @param sharedBuffers of its own cache, in kilobytes, as are all
 * @param effectiveCache with that of the operating system
 * @param workMemory of one sort or hash of one connection
 * @see <a href="https://pgtune.leopard.in.ua">PgTune</a>
 */
public record DatabaseSettings(
        int maxConnections, long sharedBuffers, long effectiveCache, long maintenanceMemory, long workMemory) {

    static final String SOURCE = "https://pgtune.leopard.in.ua";

    private static final long MEGABYTE = 1024;
    private static final long GIGABYTE = 1024 * MEGABYTE;

    /** Several vacuums run at once, and each may take it. */
    private static final long MOST_MAINTENANCE = 2 * GIGABYTE;

    /** Sorts and hashes that one statement may have at once. */
    private static final int SORTS = 3;

    /** @param gigabytes of memory that the database server may use */
    static DatabaseSettings of(double gigabytes, int maxConnections) {
        long memory = Math.round(gigabytes * GIGABYTE);
        long shared = memory / 4;
        return new DatabaseSettings(
                maxConnections,
                shared,
                memory / 4 * 3,
                Math.min(memory / 16, MOST_MAINTENANCE),
                // Half of it: a statement that is worked on in parallel takes it several times.
                (memory - shared) / (SORTS * (long) maxConnections) / 2);
    }

    /** Names and values as PostgreSQL takes them, those first that depend on the machine. */
    public Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("max_connections", Integer.toString(maxConnections));
        options.put("shared_buffers", size(sharedBuffers));
        options.put("effective_cache_size", size(effectiveCache));
        options.put("maintenance_work_mem", size(maintenanceMemory));
        options.put("work_mem", size(workMemory));
        options.put("wal_buffers", "16MB");
        options.put("checkpoint_completion_target", "0.9");
        options.put("random_page_cost", "1.1");
        options.put("effective_io_concurrency", "200");
        options.put("min_wal_size", "1GB");
        options.put("max_wal_size", "4GB");
        return options;
    }

    /** In the largest unit of which it is a whole number. */
    private static String size(long kilobytes) {
        if (kilobytes % GIGABYTE == 0) {
            return kilobytes / GIGABYTE + "GB";
        }
        return kilobytes % MEGABYTE == 0 ? kilobytes / MEGABYTE + "MB" : kilobytes + "kB";
    }

    /** Shows how each came about. */
    void show(Worksheet sheet, double gigabytes) {
        line(sheet, "database.sharedBuffers", sharedBuffers, "memory / 4", "{} / 4 GB", gigabytes);
        line(sheet, "database.effectiveCacheSize", effectiveCache, "memory × 3 / 4", "{} × 3 / 4 GB", gigabytes);
        line(
                sheet,
                "database.maintenanceWorkMem",
                maintenanceMemory,
                "memory / 16, at most 2 GB",
                "{} / 16 GB",
                gigabytes);
        sheet.line(
                "database.workMem",
                (double) workMemory,
                "kB",
                "(memory − database.sharedBuffers) / (3 × database.maxConnections) / 2",
                SOURCE,
                "({} − {}) × 1048576 / (3 × {}) / 2",
                gigabytes,
                gigabytes / 4,
                maxConnections);
    }

    private static void line(
            Worksheet sheet, String name, long kilobytes, String formula, String numbers, double gigabytes) {
        sheet.line(name, (double) kilobytes / MEGABYTE, "MB", formula, SOURCE, numbers, gigabytes);
    }
}
