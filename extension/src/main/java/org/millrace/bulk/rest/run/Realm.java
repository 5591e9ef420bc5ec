package org.millrace.bulk.rest.run;

/** Id and name of a realm, which can be used after its session has ended. */
public record Realm(String id, String name) {}
