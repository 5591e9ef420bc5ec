package org.millrace.testsuite.server;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/** Tests of what containers may change; {@code verify} leaves them out. {@code -Pstandin} runs them, and {@code -Pthorough} with plain processes. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("containers")
@interface InContainers {}
