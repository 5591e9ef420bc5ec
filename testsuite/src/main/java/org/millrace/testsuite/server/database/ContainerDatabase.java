package org.millrace.testsuite.server.database;

/** A database in a container: it has one address for the other containers and one for the test. */
public interface ContainerDatabase extends OwnDatabase {
    /** As the containers of the same network reach it. */
    String jdbcUrlInNetwork();
}
