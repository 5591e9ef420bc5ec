package org.millrace.bulk.job;

/**
 * What jobs may take of the database. A job that is finished counts no longer.
 *
 * @param maxRecords records of all parts of one job
 * @param maxOpenPerRealm jobs of a realm that are not finished
 * @param maxOpenPerUser jobs of one user in a realm that are not finished
 * @param maxPartsPerUser parts of all jobs of a user that are not finished
 * @param maxBytesPerUser bytes, as stored, of all parts of jobs of a user that are not finished
 * @param maxWatchersPerUser clients of one user that follow jobs at the same time on a node
 */
public record JobLimits(
        long maxRecords,
        int maxOpenPerRealm,
        int maxOpenPerUser,
        int maxPartsPerUser,
        long maxBytesPerUser,
        int maxWatchersPerUser) {}
