package org.millrace.advisor.diagnosis;

/** The causal graph of the catalogue. An edge may name a rule that does not exist. */
public final class KeycloakGraph {

    /** What would put more load on something that cannot take it. */
    private static final String[] MORE_CONCURRENCY = {"KC-POOL-001", "KC-THR-002", "KC-HPA-001", "KC-SIZ-001"};

    public static final CausalGraph GRAPH =
            database(server(suppressions(stations(new CausalGraph.Builder())))).build();

    private KeycloakGraph() {}

    private static CausalGraph.Builder stations(CausalGraph.Builder graph) {
        return graph.at(Station.LOAD_GENERATOR, "KC-LT-001", "KC-LT-002")
                .at(Station.ROUTER, "KC-LT-003", "KC-LT-004")
                .at(Station.USERS, "KC-HTTP-001", "KC-HTTP-002", "KC-OBS-004", "KC-HPA-003", "KC-HPA-005", "KC-LT-005")
                .at(Station.EVENT_LOOPS, "KC-THR-004", "KC-H2-001", "KC-TLS-001", "KC-HTTP-006")
                .at(Station.REQUEST_QUEUE, "KC-HTTP-004", "KC-HTTP-005", "KC-MIG-002")
                .at(Station.REQUEST_THREADS, "KC-THR-002", "KC-THR-003")
                .at(Station.GARBAGE_COLLECTION, "KC-JVM-001", "KC-JVM-002", "KC-JVM-003", "KC-HOST-004")
                .at(Station.CACHES, "KC-CACHE-001", "KC-CACHE-003", "KC-CACHE-004")
                .at(Station.CLUSTER, "KC-CLUS-002", "KC-CLUS-004", "KC-CLUS-005", "KC-CLUS-006", "KC-HPA-002")
                .at(Station.CPU, "KC-CPU-001", "KC-CPU-002", "KC-HASH-001", "KC-HASH-005", "KC-SIZ-012", "KC-THR-001")
                .at(Station.OUTSIDE_SYSTEMS, "KC-EXT-001", "KC-EXT-002", "KC-EXT-003", "KC-EXT-004")
                .at(Station.CONNECTION_POOL, "KC-POOL-001", "KC-POOL-002", "KC-POOL-005", "KC-POOL-006", "KC-POOL-009")
                .at(Station.DATABASE_CONNECTIONS, "KC-POOL-003", "KC-PG-021")
                .at(Station.DATABASE_SESSIONS, "KC-PG-001")
                .at(Station.DATABASE_LOCKS, "KC-PG-005", "KC-PG-007", "KC-PG-008", "KC-PG-016")
                .at(Station.DATABASE_CPU, "KC-PG-003", "KC-PG-009", "KC-PG-010", "KC-PG-022", "KC-SESS-001")
                .at(Station.DATABASE_STORAGE, "KC-PG-004", "KC-PG-014")
                .at(Station.DATABASE_REACHABILITY, "KC-PG-020", "KC-PG-023");
    }

    private static CausalGraph.Builder database(CausalGraph.Builder graph) {
        return graph.leadsTo("KC-PG-015", "KC-PG-005")
                .leadsTo("KC-PG-006", "KC-PG-005")
                .leadsTo("KC-SAFE-004", "KC-PG-005")
                .leadsTo("KC-PG-005", "KC-PG-007", "KC-PG-003")
                .leadsTo("KC-PG-004", "KC-PG-014", "KC-PG-007")
                .leadsTo("KC-PG-014", "KC-PG-007", "KC-PG-008", "KC-POOL-002", "KC-PG-001")
                .leadsTo("KC-PG-001", "KC-PG-007", "KC-PG-008")
                .leadsTo("KC-PG-007", "KC-PG-003", "KC-POOL-002")
                .leadsTo("KC-PG-008", "KC-POOL-002")
                .leadsTo("KC-PG-016", "KC-PG-008")
                .leadsTo("KC-PG-010", "KC-PG-009")
                .leadsTo("KC-PG-009", "KC-PG-003", "KC-PG-001")
                .leadsTo("KC-CACHE-001", "KC-PG-003", "KC-PG-001", "KC-POOL-002")
                .leadsTo("KC-CACHE-002", "KC-CACHE-001")
                .leadsTo("KC-CACHE-003", "KC-CACHE-001", "KC-PG-003", "KC-POOL-002", "KC-HTTP-001")
                .leadsTo("KC-CACHE-004", "KC-PG-003", "KC-POOL-002")
                .leadsTo("KC-SESS-003", "KC-SESS-001")
                .leadsTo("KC-SESS-001", "KC-PG-003", "KC-PG-014")
                .leadsTo("KC-PG-022", "KC-PG-003", "KC-PG-001", "KC-PG-009", "KC-POOL-002")
                .leadsTo("KC-PG-020", "KC-POOL-001", "KC-POOL-005", "KC-POOL-008", "KC-HTTP-002")
                .leadsTo("KC-PG-023", "KC-HTTP-002", "KC-POOL-008")
                .leadsTo("KC-PG-021", "KC-POOL-001", "KC-POOL-003", "KC-POOL-005", "KC-HTTP-002")
                .leadsTo("KC-PG-003", "KC-POOL-002", "KC-PG-001")
                // A local database that uses more processors leaves fewer for the nodes on the same machine.
                .leadsToOnSharedProcessors("KC-PG-005", "KC-THR-001")
                .leadsToOnSharedProcessors("KC-PG-009", "KC-THR-001")
                .leadsToOnSharedProcessors("KC-PG-022", "KC-THR-001")
                .leadsToOnSharedProcessors("KC-CACHE-001", "KC-THR-001")
                .leadsToOnSharedProcessors("KC-CACHE-004", "KC-THR-001")
                .leadsToOnSharedProcessors("KC-SESS-001", "KC-THR-001");
    }

    private static CausalGraph.Builder server(CausalGraph.Builder graph) {
        return graph.leadsTo("KC-POOL-001", "KC-POOL-005", "KC-THR-002", "KC-THR-003")
                .leadsTo("KC-POOL-002", "KC-POOL-005", "KC-THR-002", "KC-THR-003")
                .leadsTo("KC-POOL-006", "KC-POOL-001", "KC-POOL-002", "KC-POOL-005", "KC-POOL-009")
                .leadsTo("KC-POOL-009", "KC-POOL-001", "KC-POOL-005", "KC-THR-002", "KC-THR-003")
                .leadsTo("KC-POOL-005", "KC-HTTP-002")
                .leadsTo("KC-HASH-002", "KC-HASH-001")
                .leadsTo("KC-HASH-005", "KC-HASH-001", "KC-CPU-001", "KC-POOL-009", "KC-THR-002", "KC-THR-001")
                .leadsTo("KC-HASH-001", "KC-CPU-001", "KC-POOL-009", "KC-THR-002", "KC-THR-001")
                .leadsTo(
                        "KC-CPU-002",
                        "KC-CPU-001",
                        "KC-HASH-001",
                        "KC-JVM-002",
                        "KC-JVM-003",
                        "KC-THR-002",
                        "KC-THR-001")
                .leadsTo("KC-EXT-001", "KC-POOL-001", "KC-POOL-005", "KC-POOL-009", "KC-THR-002", "KC-THR-003")
                .leadsTo("KC-EXT-002", "KC-POOL-001", "KC-POOL-005", "KC-POOL-009", "KC-THR-002", "KC-THR-003")
                .leadsTo("KC-EXT-003", "KC-POOL-001", "KC-POOL-005", "KC-POOL-009", "KC-THR-002", "KC-THR-003")
                .leadsTo("KC-EXT-004", "KC-POOL-001", "KC-POOL-005", "KC-POOL-009", "KC-THR-002", "KC-THR-003")
                .leadsTo("KC-TLS-001", "KC-CPU-001")
                .leadsTo("KC-SIZ-012", "KC-CPU-001", "KC-HASH-001", "KC-JVM-003", "KC-THR-002", "KC-THR-001")
                .leadsTo("KC-CPU-001", "KC-JVM-002", "KC-JVM-003", "KC-POOL-002", "KC-THR-002", "KC-CLUS-002")
                // All nodes, and a local database, wait for the same processors.
                .leadsTo(
                        "KC-THR-001",
                        "KC-CPU-001",
                        "KC-POOL-002",
                        "KC-POOL-004",
                        "KC-POOL-005",
                        "KC-CLUS-002",
                        "KC-CLUS-004",
                        "KC-CLUS-005",
                        "KC-JVM-003",
                        "KC-HTTP-005")
                .leadsToOnSharedProcessors("KC-THR-001", "KC-PG-003", "KC-PG-020")
                .leadsTo("KC-HTTP-003", "KC-JVM-001")
                .leadsTo("KC-JVM-001", "KC-JVM-002", "KC-JVM-003")
                .leadsTo("KC-HOST-004", "KC-JVM-003")
                .leadsTo("KC-JVM-002", "KC-CPU-001", "KC-HTTP-005", "KC-JVM-003")
                .leadsTo("KC-JVM-003", "KC-THR-004", "KC-OBS-004", "KC-HTTP-001", "KC-CLUS-002")
                .leadsTo("KC-THR-002", "KC-HTTP-005")
                .leadsTo("KC-THR-003", "KC-HTTP-005")
                .leadsTo("KC-HTTP-006", "KC-HTTP-005")
                .leadsTo("KC-HTTP-005", "KC-THR-004", "KC-OBS-004", "KC-HTTP-001", "KC-HTTP-004", "KC-HPA-005")
                .leadsTo("KC-HTTP-004", "KC-HTTP-002")
                .leadsTo("KC-HTTP-001", "KC-H2-001")
                .leadsTo("KC-H2-001", "KC-HTTP-002")
                .leadsTo("KC-HPA-002", "KC-CLUS-006", "KC-HTTP-001")
                .leadsTo("KC-CLUS-001", "KC-CLUS-002")
                .leadsTo("KC-CLUS-004", "KC-CLUS-002", "KC-CLUS-005")
                .leadsTo("KC-CLUS-005", "KC-CLUS-002")
                .leadsTo("KC-CLUS-002", "KC-HTTP-001")
                .leadsTo("KC-CLUS-006", "KC-HTTP-001")
                .leadsTo("KC-HPA-003", "KC-POOL-003")
                .leadsTo("KC-LT-003", "KC-LT-005");
    }

    private static CausalGraph.Builder suppressions(CausalGraph.Builder graph) {
        return graph
                // The measurement described the generator.
                .holdsBack("KC-LT-001", "KC-LT-004", "KC-LT-005")
                .holdsBack("KC-LT-002", "KC-LT-003", "KC-LT-004", "KC-LT-005")
                // More concurrency on processors that are not there only waits longer for them.
                .holdsBack("KC-CPU-001", MORE_CONCURRENCY)
                .holdsBack("KC-CPU-001", "KC-JVM-002")
                .holdsBack("KC-SIZ-012", MORE_CONCURRENCY)
                .holdsBack("KC-SIZ-012", "KC-JVM-002")
                .holdsBack("KC-CPU-002", MORE_CONCURRENCY)
                .holdsBack("KC-CPU-002", "KC-JVM-002", "KC-HASH-001", "KC-CPU-001", "KC-SIZ-004")
                // More nodes or processors (KC-HPA-001, KC-SIZ-001) remain a remedy.
                .holdsBack("KC-THR-001", "KC-POOL-001", "KC-THR-002")
                // Who waits for another system holds a thread, and often a connection: more of them wait just as long.
                .holdsBack("KC-EXT-001", MORE_CONCURRENCY)
                .holdsBack("KC-EXT-001", "KC-POOL-009")
                .holdsBack("KC-EXT-002", MORE_CONCURRENCY)
                .holdsBack("KC-EXT-002", "KC-POOL-009")
                .holdsBack("KC-EXT-003", MORE_CONCURRENCY)
                .holdsBack("KC-EXT-003", "KC-POOL-009")
                .holdsBack("KC-EXT-004", MORE_CONCURRENCY)
                .holdsBack("KC-EXT-004", "KC-POOL-009")
                // Without a database, or a slot of it, no size of anything helps.
                .holdsBack("KC-PG-020", MORE_CONCURRENCY)
                .holdsBack("KC-PG-020", "KC-PG-021", "KC-PG-002", "KC-POOL-002", "KC-POOL-005", "KC-POOL-009")
                .holdsBack("KC-PG-021", MORE_CONCURRENCY)
                .holdsBack("KC-PG-021", "KC-PG-002", "KC-POOL-003")
                .holdsBack("KC-PG-022", MORE_CONCURRENCY)
                .holdsBack("KC-PG-022", "KC-PG-009", "KC-SIZ-004", "KC-SESS-001")
                .holdsBack("KC-HASH-005", "KC-HASH-001", "KC-POOL-001", "KC-POOL-009", "KC-THR-002", "KC-SIZ-001")
                .holdsBack("KC-HASH-001", "KC-POOL-001", "KC-POOL-009", "KC-THR-002")
                // More connections or threads widen the load on a database that is the bottleneck.
                .holdsBack("KC-PG-001", MORE_CONCURRENCY)
                .holdsBack("KC-PG-003", MORE_CONCURRENCY)
                .holdsBack("KC-PG-007", MORE_CONCURRENCY)
                .holdsBack("KC-PG-008", MORE_CONCURRENCY)
                .holdsBack("KC-PG-014", MORE_CONCURRENCY)
                .holdsBack("KC-POOL-002", MORE_CONCURRENCY)
                // Threads that wait for a connection are busy because of the pool.
                .holdsBack("KC-POOL-001", "KC-THR-002")
                .holdsBack("KC-POOL-009", "KC-THR-002")
                // A leak fills any pool, and what leaked is idle.
                .holdsBack("KC-POOL-006", "KC-POOL-001", "KC-POOL-009", "KC-THR-002", "KC-THR-003")
                // Vacuum cannot remove row versions that a snapshot may still read.
                .holdsBack("KC-PG-015", "KC-PG-005", "KC-PG-006")
                // There is an exact and cheaper cure.
                .holdsBack("KC-PG-010", "KC-PG-009", "KC-SIZ-004")
                .holdsBack("KC-PG-009", "KC-SIZ-004")
                // The pools are too large for the present nodes, and the proposed size is for the maximum number of
                // nodes.
                .holdsBack("KC-PG-002", "KC-HPA-004")
                // It will pass, or size is not what matters.
                .holdsBack("KC-CACHE-003", "KC-CACHE-001", "KC-SIZ-001", "KC-SIZ-004")
                .holdsBack("KC-CACHE-004", "KC-CACHE-001", "KC-SIZ-001", "KC-SIZ-004")
                .holdsBack("KC-JVM-001", "KC-CACHE-001")
                // There is capacity elsewhere.
                .holdsBack("KC-HTTP-006", "KC-SIZ-001", "KC-HPA-001")
                .holdsBack("KC-HASH-002", "KC-SIZ-001")
                .holdsBack("KC-HPA-003", "KC-HPA-001", "KC-SIZ-001");
    }
}
