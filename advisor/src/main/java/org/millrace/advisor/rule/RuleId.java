package org.millrace.advisor.rule;

/** The id of every rule, by the name of its finding. An id never changes: reports, options and documentation refer to it. */
public final class RuleId {

    public static final String ENTITY_CACHE_TOO_SMALL = "KC-CACHE-001";
    public static final String CACHES_MANY_CLIENTS = "KC-CACHE-002";
    public static final String CACHES_COLD = "KC-CACHE-003";
    public static final String INVALIDATION_STORM = "KC-CACHE-004";
    public static final String SESSION_CACHE_MISSING = "KC-CACHE-005";
    public static final String CACHES_TOO_LARGE = "KC-CACHE-006";
    public static final String SESSIONS_NOT_PERSISTED = "KC-CACHE-007";

    public static final String CLUSTER_SPLIT = "KC-CLUS-001";
    public static final String REPLICATION_SLOW = "KC-CLUS-002";
    public static final String OWNERS_TOO_FEW = "KC-CLUS-003";
    public static final String JGROUPS_POOL_EXHAUSTED = "KC-CLUS-004";
    public static final String MESSAGES_HELD_UP = "KC-CLUS-005";
    public static final String STATE_TRANSFER_LONG = "KC-CLUS-006";
    public static final String CACHE_MODE_MISCONFIGURED = "KC-CLUS-007";

    public static final String CPU_THROTTLED = "KC-CPU-001";
    public static final String PROCESSORS_USED_BY_OTHERS = "KC-CPU-002";

    public static final String LDAP_SLOW = "KC-EXT-001";
    public static final String IDENTITY_PROVIDER_SLOW = "KC-EXT-002";
    public static final String SMTP_SLOW = "KC-EXT-003";
    public static final String HTTP_SERVER_SLOW = "KC-EXT-004";

    public static final String REQUESTS_RESET = "KC-H2-001";
    public static final String RESET_PROTECTION_OFF = "KC-H2-002";
    public static final String HTTP_MAX_STREAMS_TOO_HIGH = "KC-H2-003";

    public static final String HASHING_BOUND = "KC-HASH-001";
    public static final String BRUTE_FORCE_SUSPECTED = "KC-HASH-002";
    public static final String HASH_MEMORY_LARGE = "KC-HASH-003";
    public static final String USERS_ENUMERATED = "KC-HASH-004";
    public static final String HASHES_SLOW = "KC-HASH-005";

    public static final String HUGE_PAGES_ALWAYS = "KC-HOST-001";
    public static final String FILE_DESCRIPTORS_LOW = "KC-HOST-002";
    public static final String THREADS_RUN_OUT = "KC-HOST-003";
    public static final String MEMORY_SHORT = "KC-HOST-004";
    public static final String ENTROPY_LOW = "KC-HOST-005";
    public static final String STORAGE_SLOW = "KC-HOST-006";
    public static final String PROCESSORS_SAVE_ENERGY = "KC-HOST-007";
    public static final String LOGGING_VERBOSE = "KC-HOST-008";

    public static final String SCALE_OUT_LATE = "KC-HPA-001";
    public static final String SCALE_IN_HARMFUL = "KC-HPA-002";
    public static final String SCALE_OUT_USELESS = "KC-HPA-003";
    public static final String POOLS_OF_ALL_NODES = "KC-HPA-004";
    public static final String READINESS_LOST = "KC-HPA-005";

    public static final String ANSWERS_SLOW = "KC-HTTP-001";
    public static final String SERVER_ERRORS = "KC-HTTP-002";
    public static final String QUEUE_UNBOUNDED = "KC-HTTP-003";
    public static final String REQUESTS_REFUSED = "KC-HTTP-004";
    public static final String REQUESTS_QUEUE = "KC-HTTP-005";
    public static final String NODES_UNEVENLY_BUSY = "KC-HTTP-006";
    public static final String TIMEOUT_ORDER_INVERTED = "KC-HTTP-007";
    public static final String LOOK_UPS_DOMINATE = "KC-HTTP-008";
    public static final String STATIC_RESOURCES_COSTLY = "KC-HTTP-009";

    public static final String HEAP_NEARLY_FULL = "KC-JVM-001";
    public static final String GC_OVERHEAD = "KC-JVM-002";
    public static final String PAUSES_LONG = "KC-JVM-003";
    public static final String PROCESSORS_MISJUDGED = "KC-JVM-004";
    public static final String MEMORY_OVER_LIMIT = "KC-JVM-005";
    public static final String CLASS_MEMORY_FULL = "KC-JVM-006";
    public static final String JVM_OPTIONS_MISCONFIGURED = "KC-JVM-007";
    public static final String JAVA_OLD = "KC-JVM-008";

    public static final String GENERATOR_CONCURRENCY_BOUND = "KC-LT-001";
    public static final String GENERATOR_BUSY = "KC-LT-002";
    public static final String ROUTER_BOUND = "KC-LT-003";
    public static final String HANDSHAKES_IN_TEST = "KC-LT-004";
    public static final String STATION_BOUND = "KC-LT-005";
    public static final String TEST_INVALID = "KC-LT-006";
    public static final String RETRIES_RUN_AWAY = "KC-LT-007";

    public static final String MIGRATION_UNDER_WAY = "KC-MIG-001";
    public static final String WRITERS_TOO_MANY = "KC-MIG-002";
    public static final String IMPORT_INEFFICIENT = "KC-MIG-003";
    public static final String LOAD_NOT_VERIFIED = "KC-MIG-004";
    public static final String COPY_NOT_USED = "KC-MIG-005";

    public static final String LOAD_NOT_MEASURED = "KC-OBS-001";
    public static final String SERVICE_LEVEL_NOT_MEASURED = "KC-OBS-002";
    public static final String TOO_MANY_SERIES = "KC-OBS-003";
    public static final String HEALTH_ENDPOINTS_UNRESPONSIVE = "KC-OBS-004";
    public static final String ARRIVALS_EXCEED_ANSWERS = "KC-OBS-005";
    public static final String SETTINGS_WITHOUT_EFFECT = "KC-OBS-006";
    public static final String CHANGES_CONFOUNDED = "KC-OBS-007";

    public static final String TOO_MANY_ACTIVE_SESSIONS = "KC-PG-001";
    public static final String CONNECTION_BUDGET = "KC-PG-002";
    public static final String DATABASE_PROCESSORS_SATURATED = "KC-PG-003";
    public static final String CHECKPOINTS_FORCED = "KC-PG-004";
    public static final String DEAD_TUPLES_ACCUMULATE = "KC-PG-005";
    public static final String AUTOVACUUM_BUSY = "KC-PG-006";
    public static final String PAGES_CONTENDED = "KC-PG-007";
    public static final String LOCK_WAITS = "KC-PG-008";
    public static final String LARGE_TABLE_SCANNED = "KC-PG-009";
    public static final String INDEXES_MISSING = "KC-PG-010";
    public static final String BUFFER_CACHE_SMALL = "KC-PG-011";
    public static final String WORK_MEMORY_MISCONFIGURED = "KC-PG-012";
    public static final String MAINTENANCE_MEMORY_SMALL = "KC-PG-013";
    public static final String COMMITS_SLOW = "KC-PG-014";
    public static final String HORIZON_HELD_BACK = "KC-PG-015";
    public static final String EXPIRY_SLOW = "KC-PG-016";
    public static final String DATABASE_NOT_OBSERVABLE = "KC-PG-017";
    public static final String WRAPAROUND_NEAR = "KC-PG-018";
    public static final String SESSION_UPDATES_COSTLY = "KC-PG-019";
    public static final String DATABASE_UNREACHABLE = "KC-PG-020";
    public static final String CONNECTION_SLOTS = "KC-PG-021";
    public static final String STATEMENT_READS_TOO_MUCH = "KC-PG-022";
    public static final String DATABASE_READ_ONLY = "KC-PG-023";

    public static final String POOL_TOO_SMALL = "KC-POOL-001";
    public static final String DATABASE_BEHIND_POOL_SATURATED = "KC-POOL-002";
    public static final String POOL_OVERSIZED = "KC-POOL-003";
    public static final String POOL_GROWS_UNDER_LOAD = "KC-POOL-004";
    public static final String ACQUISITIONS_TIME_OUT = "KC-POOL-005";
    public static final String CONNECTIONS_LEAK = "KC-POOL-006";
    public static final String POOL_BELOW_MINIMUM = "KC-POOL-007";
    public static final String CONNECTIONS_BREAK = "KC-POOL-008";
    public static final String HELD_WHILE_BUSY_ELSEWHERE = "KC-POOL-009";
    public static final String DATABASE_FAR_AWAY = "KC-POOL-010";

    public static final String FSYNC_OFF = "KC-SAFE-001";
    public static final String COMMITS_NOT_DURABLE = "KC-SAFE-002";
    public static final String TABLES_UNLOGGED = "KC-SAFE-003";
    public static final String AUTOVACUUM_DISABLED = "KC-SAFE-004";
    public static final String REPLICATION_BROKEN = "KC-SAFE-005";
    public static final String CONSTRAINTS_DISABLED = "KC-SAFE-006";
    public static final String MIGRATION_LEFT_OVER = "KC-SAFE-007";
    public static final String CHANGE_UNRECORDED = "KC-SAFE-008";
    public static final String PASSWORD_HASHES_WEAK = "KC-SAFE-009";
    public static final String DEVELOPMENT_IN_PRODUCTION = "KC-SAFE-010";
    public static final String BACKUP_FAILING = "KC-SAFE-011";

    public static final String SESSION_WRITES_DOMINATE = "KC-SESS-001";
    public static final String SESSION_TABLES_LARGE = "KC-SESS-002";
    public static final String REFRESHES_FREQUENT = "KC-SESS-003";
    public static final String ASYNC_COMMIT_OFF = "KC-SESS-004";

    public static final String CPU_REQUEST_LOW = "KC-SIZ-001";
    public static final String CPU_HEADROOM_SMALL = "KC-SIZ-002";
    public static final String MEMORY_MISCONFIGURED = "KC-SIZ-003";
    public static final String DATABASE_CORES_FEW = "KC-SIZ-004";
    public static final String WRITES_EXCEEDED = "KC-SIZ-005";
    public static final String BEYOND_TESTED_LOAD = "KC-SIZ-006";
    public static final String NO_SPARE_NODE = "KC-SIZ-007";
    public static final String OTHER_SITE_TOO_SMALL = "KC-SIZ-008";
    public static final String PROCESSORS_IDLE = "KC-SIZ-009";
    public static final String COSTS_DIFFER = "KC-SIZ-010";
    public static final String CORES_OUT_OF_PROPORTION = "KC-SIZ-011";
    public static final String CPU_STEAL = "KC-SIZ-012";

    public static final String TOO_MANY_THREADS = "KC-THR-001";
    public static final String THREADS_ALL_BUSY = "KC-THR-002";
    public static final String THREADS_WITHOUT_CONNECTIONS = "KC-THR-003";
    public static final String EVENT_LOOP_BACKLOG = "KC-THR-004";
    public static final String EVENT_LOOPS_TOO_MANY = "KC-THR-005";
    public static final String CARRIER_THREAD_PINNING = "KC-THR-006";
    public static final String THREADS_EXCEED_TRANSPORT = "KC-THR-007";

    public static final String HANDSHAKES_DOMINATE = "KC-TLS-001";
    public static final String TLS_ENDS_UPSTREAM = "KC-TLS-002";

    private RuleId() {}
}
