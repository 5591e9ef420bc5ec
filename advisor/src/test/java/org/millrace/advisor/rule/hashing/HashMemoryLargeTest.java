package org.millrace.advisor.rule.hashing;

import org.millrace.advisor.model.JvmSignals;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class HashMemoryLargeTest extends RuleContract {

    private static final double MEGABYTE = 1024 * 1024;

    @Override
    protected Rule rule() {
        return new HashMemoryLarge();
    }

    @Override
    protected Windows firing() {
        return heap(2986);
    }

    @Override
    protected Windows quiet() {
        return heap(2987);
    }

    private static Windows heap(double megabytes) {
        return Windows.of(10).with(JvmSignals.PROCESSORS, 64).with(JvmSignals.HEAP_MAX, megabytes * MEGABYTE);
    }
}
