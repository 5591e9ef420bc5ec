package org.millrace.testsuite.version;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Run with {@code -Pversions}, once for each version of Keycloak. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("versions")
@ExtendWith(VersionRecord.class)
public @interface OnEachVersion {}
