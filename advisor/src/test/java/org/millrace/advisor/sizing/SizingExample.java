package org.millrace.advisor.sizing;

/** The worked example of the guide, and its sizing. */
abstract class SizingExample {
    static final Demand GUIDE_EXAMPLE = new Demand(45, 5, 600, 360);

    static Sizing size(Demand demand, GuideProfile guide) {
        return Calculator.size(demand, Conditions.GUIDE, 3, 1, guide);
    }
}
