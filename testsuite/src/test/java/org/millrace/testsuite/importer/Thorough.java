package org.millrace.testsuite.importer;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * What takes longer than one wants to wait for {@code mvn verify}: most contracts on databases other than PostgreSQL, where users are
 * written through Keycloak's model, and what ends servers and databases over and over. It is run with {@code -Pthorough}, in CI too.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("thorough")
@interface Thorough {}
