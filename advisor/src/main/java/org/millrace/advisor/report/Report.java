package org.millrace.advisor.report;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.diagnosis.Diagnosis;

/**
 * A diagnosis and the node it was made on.
 *
 * @param stalledSince the last time for which there are samples if sampling has ceased, null while it goes on
 */
public record Report(
        String node, Diagnosis diagnosis, @Nullable Instant stalledSince) {}
