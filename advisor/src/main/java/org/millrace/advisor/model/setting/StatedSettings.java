package org.millrace.advisor.model.setting;

import java.util.List;
import org.millrace.advisor.model.SettingName;

/** What no server can see of its installation, and an operator may state in the advisor's options; absent unless stated. */
public final class StatedSettings {

    public static final String PREFIX = "advisor.";

    /** Processor cores that each node has requested of its orchestrator. */
    public static final SettingName CPU_REQUEST = new SettingName(PREFIX + "cpu-request");

    /** That the database server may use, in gigabytes. */
    public static final SettingName DATABASE_MEMORY = new SettingName(PREFIX + "database-memory");

    /** Free on the disk that holds the write-ahead log, in gigabytes. */
    public static final SettingName DATABASE_DISK = new SettingName(PREFIX + "database-disk");

    /** Writes a second that the database's storage is provisioned for. */
    public static final SettingName DATABASE_WRITES = new SettingName(PREFIX + "database-writes");

    /** Nodes that an autoscaler may start, or that there are at most. */
    public static final SettingName MAX_NODES = new SettingName(PREFIX + "max-nodes");

    /** Target of an autoscaler: processor use relative to the request, 0.8 for 80 %. */
    public static final SettingName SCALE_OUT_CPU = new SettingName(PREFIX + "scale-out-cpu");

    /** Nodes of the other site. */
    public static final SettingName OTHER_SITE_NODES = new SettingName(PREFIX + "other-site-nodes");

    /** Processor cores that each node of the other site may use. */
    public static final SettingName OTHER_SITE_CPU_LIMIT = new SettingName(PREFIX + "other-site-cpu-limit");

    /** All of them. */
    public static final List<Stated> ALL = List.of(
            new Stated(CPU_REQUEST, 1024, "Processor cores that each node has requested of its orchestrator."),
            new Stated(DATABASE_MEMORY, 65_536, "Memory of the database server, in gigabytes."),
            new Stated(DATABASE_DISK, 1e6, "Free space on the disk that holds the database's WAL, in gigabytes."),
            new Stated(DATABASE_WRITES, 1e7, "Writes per second that the database's storage is provisioned for."),
            new Stated(MAX_NODES, 1000, "Maximum number of nodes, for example of an autoscaler."),
            new Stated(SCALE_OUT_CPU, 10, "Target of an autoscaler: CPU use relative to the request, 0.8 for 80 %."),
            new Stated(OTHER_SITE_NODES, 1000, "Nodes of the other site."),
            new Stated(OTHER_SITE_CPU_LIMIT, 1024, "Processor cores that each node of the other site may use."));

    private StatedSettings() {}

    /**
     * One of these settings.
     *
     * @param most the largest value that can be set
     * @param meaning in one sentence
     */
    public record Stated(SettingName name, double most, String meaning) {}
}
