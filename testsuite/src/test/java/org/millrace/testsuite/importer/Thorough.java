package org.millrace.testsuite.importer;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Tests that {@code mvn verify} can do without, as others like them run there: contracts on databases other than PostgreSQL, and what
 * ends servers and databases over and over. They are run with {@code -Pthorough}.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("thorough")
@interface Thorough {}
