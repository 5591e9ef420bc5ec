package org.millrace.testsuite.advisor.fault;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/**
 * A test that takes minutes, so it is run with {@code -Pfaults} only; {@code -Dmillrace.fault.runs=3} makes as many runs of each, and
 * {@code -Dmillrace.fault.only=slow.*} selects methods by a regular expression.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Tag("fault")
@TestTemplate
@ExtendWith(FaultTest.Runs.class)
public @interface FaultTest {

    /** One after the other, by number. */
    final class Runs implements TestTemplateInvocationContextProvider {

        private record Run(int number) implements TestTemplateInvocationContext {
            @Override
            public String getDisplayName(int index) {
                return "run " + number;
            }
        }

        @Override
        public boolean supportsTestTemplate(ExtensionContext context) {
            return true;
        }

        @Override
        public boolean mayReturnZeroTestTemplateInvocationContexts(ExtensionContext context) {
            return true;
        }

        @Override
        public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
            String only = System.getProperty("millrace.fault.only", ".*");
            if (!context.getRequiredTestMethod().getName().matches(only)) {
                return Stream.empty();
            }
            return IntStream.rangeClosed(1, Integer.getInteger("millrace.fault.runs", 1))
                    .mapToObj(Run::new);
        }
    }
}
