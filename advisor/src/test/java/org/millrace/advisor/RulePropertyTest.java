package org.millrace.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.TableSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.Thresholds;
import org.millrace.advisor.rule.Verdict;

/** Properties of all rules for any values; the seed is fixed, so that a failure is reproducible. */
class RulePropertyTest {

    private static final int WINDOWS = 120;

    private static final double[] SCALES = {0, 0.05, 0.3, 0.9, 1, 3, 20, 200, 5e3, 1e5, 3e6, 1e9};

    private final Random random = new Random(24);

    @Test
    void saturationFindingNeverShowsANumberBelowItsThreshold() {
        int found = 0;
        for (int i = 0; i < WINDOWS; i++) {
            var window = window().build();
            for (Rule rule : Rules.all()) {
                if (rule.card().lane() == Lane.SATURATION) {
                    Verdict verdict = rule.judge(window, Thresholds.STANDARD);
                    if (verdict instanceof Finding finding && finding.lane(rule.card()) == Lane.SATURATION) {
                        found++;
                        assertThat(finding.observed())
                                .as("%s: %s", rule.card().id(), finding.why())
                                .allMatch(RulePropertyTest::isReached);
                    }
                }
            }
        }
        assertThat(found).as("findings that were looked at").isGreaterThan(100);
    }

    private static boolean isReached(Observation observation) {
        return observation.threshold() == null || observation.value() >= observation.threshold();
    }

    private Windows window() {
        Windows windows = Windows.of(120);
        for (Input input : inputs()) {
            if (random.nextInt(10) == 0) {
                continue;
            }
            if (input instanceof Signal signal) {
                boolean share = signal.unit().equals("ratio");
                double level = share ? random.nextDouble() * 1.2 : scale();
                windows.with(signal, level, signal.kind() == Signal.Kind.COUNTER ? scale() : 0);
            } else if (input instanceof SettingName name && random.nextBoolean()) {
                String[] values = {"true", "false", "5", "100", "16384 8kB"};
                windows.with(new Setting(name, values[random.nextInt(values.length)], "test"));
            }
        }
        TimeCategory category = TimeCategory.values()[random.nextInt(TimeCategory.values().length)];
        return windows.requests(category, random.nextInt(20));
    }

    private double scale() {
        return SCALES[random.nextInt(SCALES.length)] * (0.5 + random.nextDouble());
    }

    private static Set<Input> inputs() {
        Set<Input> inputs = new LinkedHashSet<>();
        Rules.all().forEach(rule -> inputs.addAll(rule.card().inputs()));
        TableSignals users = new TableSignals("user_entity");
        inputs.addAll(Set.of(users.live(), users.dead(), users.scans(), users.scannedRows()));
        return inputs;
    }
}
