package org.millrace.testsuite.program;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/** Runs only where {@link OptionalProgram#PROMTOOL} is installed. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag(NeedsPromtool.TAG)
public @interface NeedsPromtool {
    String TAG = "needs-promtool";
}
