package org.millrace.advisor.model;

import java.util.Map;

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

    /** All, with the greatest number that makes sense. */
    public static final Map<SettingName, Double> MOST = Map.of(
            CPU_REQUEST, 1024.0,
            DATABASE_MEMORY, 65_536.0,
            DATABASE_DISK, 1e6,
            DATABASE_WRITES, 1e7,
            MAX_NODES, 1000.0,
            SCALE_OUT_CPU, 10.0,
            OTHER_SITE_NODES, 1000.0,
            OTHER_SITE_CPU_LIMIT, 1024.0);

    private StatedSettings() {}
}
