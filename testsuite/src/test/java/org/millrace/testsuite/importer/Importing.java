package org.millrace.testsuite.importer;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.millrace.testsuite.server.ServerUnderTest;

/** What the parts of the contract have in common: a server, and users that no other test has. */
interface Importing {
    AtomicInteger NUMBER = new AtomicInteger();

    /** Called from every test; the same server each time. */
    ServerUnderTest server();

    /** The realm that all tests share. */
    default ImportRealm realm() {
        return ImportRealm.shared(server());
    }

    /** A realm with settings of its own. */
    default ImportRealm realm(Map<String, ?> settings) {
        return ImportRealm.create(server(), settings);
    }

    /** A name that nobody else has. */
    default String unique(String name) {
        return name + NUMBER.incrementAndGet();
    }
}
