package org.millrace.testsuite.server;

/** A database in a container: it has one address for the other containers and one for the test. */
interface ContainerDatabase extends OwnDatabase {
    /** As the containers of the same network reach it. */
    String jdbcUrlInNetwork();
}
