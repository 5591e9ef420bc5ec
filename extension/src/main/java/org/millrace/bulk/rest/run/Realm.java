package org.millrace.bulk.rest.run;

/** A realm, by what does not end with a session. */
public record Realm(String id, String name) {}
