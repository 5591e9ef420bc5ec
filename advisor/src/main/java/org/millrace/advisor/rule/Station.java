package org.millrace.advisor.rule;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.millrace.advisor.model.TimeCategory;

/** Where on its way a request can wait, upstream first: what waits further down makes everything above it wait. */
public enum Station {
    /** Of a load test, not of the server. */
    LOAD_GENERATOR,
    ROUTER,
    /** Effects that users notice, with any cause. */
    USERS,
    EVENT_LOOPS,
    REQUEST_QUEUE(TimeCategory.REQUEST_THREAD),
    REQUEST_THREADS(TimeCategory.REQUEST_THREAD),
    GARBAGE_COLLECTION(TimeCategory.ON_PROCESSORS),
    CACHES(TimeCategory.IN_DATABASE),
    CLUSTER(TimeCategory.CLUSTER),
    CPU(TimeCategory.ON_PROCESSORS),
    /** LDAP, identity providers, SMTP and other servers. */
    OUTSIDE_SYSTEMS,
    CONNECTION_POOL(TimeCategory.CONNECTION),
    /** Connections that may be opened, used or not. */
    DATABASE_CONNECTIONS(TimeCategory.CONNECTION),
    DATABASE_SESSIONS(TimeCategory.IN_DATABASE),
    DATABASE_CPU(TimeCategory.IN_DATABASE),
    DATABASE_STORAGE(TimeCategory.IN_DATABASE),
    DATABASE_LOCKS(TimeCategory.IN_DATABASE),
    /** Whether the database can be reached at all. */
    DATABASE_REACHABILITY;

    private final Set<TimeCategory> categories;

    Station(TimeCategory... categories) {
        Set<TimeCategory> all = EnumSet.noneOf(TimeCategory.class);
        all.addAll(Arrays.asList(categories));
        this.categories = Collections.unmodifiableSet(all);
    }

    Station(Set<TimeCategory> categories) {
        this.categories = categories;
    }

    /** Where requests spend the time that a finding at the station costs; empty outside of the way of a request. */
    public Set<TimeCategory> categories() {
        return categories;
    }
}
