package org.millrace.bulk.rest;

/** A realm, by what does not end with a session. */
record Realm(String id, String name) {}
