package org.millrace.advisor.sampler;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.millrace.advisor.model.Signal;

/** What one pass of a sampler has read so far. Not thread-safe. */
public final class Readings {

    private final Map<Signal, Double> values = new LinkedHashMap<>();

    /** A value that is not a finite number leaves the signal absent. */
    public void put(Signal signal, double value) {
        if (Double.isFinite(value)) {
            values.put(signal, value);
        }
    }

    public Map<Signal, Double> values() {
        return Collections.unmodifiableMap(values);
    }
}
