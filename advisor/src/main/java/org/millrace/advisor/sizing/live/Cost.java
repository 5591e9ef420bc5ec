package org.millrace.advisor.sizing.live;

import java.util.List;
import org.millrace.advisor.sizing.Figure;

/** Cost of pods that run for a part of the day, as with scaling out by load and scaling in once a day. */
public final class Cost {

    private static final double DAYS = 31;

    private Cost() {}

    /**
     * @param pods number of pods during the shift
     * @param hours hours of each day
     */
    public record Shift(int pods, double hours) {
        public Shift {
            Figure.require("pods", pods, 0, 1000);
            Figure.require("hours", hours, 0, 24);
        }
    }

    /** Of a month of 31 days, in the currency of the price. */
    public static double ofMonth(List<Shift> day, double pricePerPodHour) {
        Figure.require("pricePerPodHour", pricePerPodHour, 0, 1e6);
        return day.stream().mapToDouble(shift -> shift.pods() * shift.hours()).sum() * DAYS * pricePerPodHour;
    }
}
