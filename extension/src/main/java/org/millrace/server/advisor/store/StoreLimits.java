package org.millrace.server.advisor.store;

import java.time.Duration;

/**
 * How much the advisor keeps in the database, of all nodes together.
 *
 * @param incidents 0 to store none
 * @param changes of detected changes, and of marks; 0 to store none
 * @param age what is older is deleted
 * @param reportBytes of the report of an incident, compressed
 */
public record StoreLimits(int incidents, int changes, Duration age, int reportBytes) {}
