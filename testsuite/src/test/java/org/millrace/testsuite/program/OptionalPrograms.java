package org.millrace.testsuite.program;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Leaves out tests that need a program which is not installed, and says so once. An assumption in the test would do, but Surefire
 * prints a warning for it.
 */
public final class OptionalPrograms implements PostDiscoveryFilter {
    private static final Set<OptionalProgram> SAID = EnumSet.noneOf(OptionalProgram.class);

    @Override
    public FilterResult apply(TestDescriptor test) {
        Optional<OptionalProgram> missing = Arrays.stream(OptionalProgram.values())
                .filter(program -> test.getTags().contains(TestTag.create(program.tag())))
                .filter(program -> program.executable().isEmpty())
                .findFirst();
        missing.ifPresent(OptionalPrograms::sayOnce);
        return FilterResult.includedIf(missing.isEmpty());
    }

    private static synchronized void sayOnce(OptionalProgram program) {
        if (SAID.add(program)) {
            System.out.println("[INFO] Not installed: " + program.absence());
        }
    }
}
