package org.millrace.advisor.model;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What an active request is doing or waiting for at one instant. Each active request is in exactly one category. */
public enum TimeCategory {
    /** Computes or waits to compute a password hash. */
    HASHING("hash a password", false),
    /** TLS handshakes and records. */
    TLS("encrypt or decrypt TLS", false),
    /** Signatures, tokens and JSON. */
    TOKENS("sign tokens or process JSON", false),
    /** Hibernate and JPA, without the time in the database. */
    PERSISTENCE("run in Hibernate", false),
    /** Runs or waits in a provider JAR that is neither Keycloak's nor Millrace's. */
    EXTENSION("run or wait in an extension", true),
    /** Runs in Millrace. */
    MILLRACE("run in Millrace", false),
    /** Runs elsewhere in the server. */
    SERVER("run in the server", false),
    /** Could run and has no processor. */
    PROCESSOR("wait for a processor", true),
    /** No request thread is free. */
    REQUEST_THREAD("wait for a request thread", true),
    /** Waits for a connection of the pool, or for a new one. */
    CONNECTION("wait for a database connection", true),
    /** The database executes a statement. */
    DATABASE("wait while the database executes statements", true),
    /** The database waits for a lock or latch. */
    DATABASE_LOCK("wait for locks in the database", true),
    /** The database waits for its storage or its WAL. */
    DATABASE_STORAGE("wait for the storage of the database", true),
    LDAP("wait for an LDAP server", true),
    IDENTITY_PROVIDER("wait for an identity provider", true),
    SMTP("wait for an SMTP server", true),
    HTTP("wait for another HTTP server", true),
    /** Infinispan or JGroups: another node, or a lock of the cluster. */
    CLUSTER("wait for the cluster", true),
    /** A lock inside the JVM. */
    LOCK("wait for a Java lock", true),
    /** The client sends its request or reads its response slowly. */
    CLIENT("wait for the client", true),
    /** Waits for something that the stack does not name. */
    OTHER("wait for something else", true);

    /** Work on a processor, and the wait for one. */
    public static final Set<TimeCategory> ON_PROCESSORS =
            Collections.unmodifiableSet(EnumSet.of(HASHING, TLS, TOKENS, PERSISTENCE, MILLRACE, SERVER, PROCESSOR));

    /** Waits for the work of the database. */
    public static final Set<TimeCategory> IN_DATABASE =
            Collections.unmodifiableSet(EnumSet.of(DATABASE, DATABASE_LOCK, DATABASE_STORAGE));

    private final String phrase;
    private final boolean waiting;
    private final Signal signal;

    TimeCategory(String phrase, boolean waiting) {
        this.phrase = phrase;
        this.waiting = waiting;
        this.signal = Signal.gauge(
                "requests.active." + name().toLowerCase(Locale.ROOT).replace('_', '.'), "requests");
    }

    /** The id of a finding about a category that no rule explains: {@code KC-TIME-LDAP}. */
    public String id() {
        return PREFIX + name().replace('_', '-');
    }

    /** In front of {@link #id()}. */
    public static final String PREFIX = "KC-TIME-";

    /** What requests do, behind the word "Requests": {@code wait for an LDAP server}. */
    public String phrase() {
        return phrase;
    }

    /** False for work on a processor, which is no waiting unless there are too few processors. */
    public boolean isWaiting() {
        return waiting;
    }

    /** The number of requests in the category at one instant. */
    public Signal signal() {
        return signal;
    }

    /** As reports write it: {@code database-lock}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
