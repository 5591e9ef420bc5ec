package org.millrace.bulk.job;

/**
 * Why a job cannot run.
 *
 * @param code stable and lower-case with hyphens
 * @param detail a sentence, at most 500 characters
 */
public record JobFailure(String code, String detail) {}
