package org.millrace.advisor.change;

import java.util.List;

/** A form in which steps can be carried out. Stateless; called from any thread. */
public interface ChangeTarget {

    /** As in {@code ?target=}: lower case. */
    String name();

    boolean takes(Step.Kind kind);

    /**
     * The steps as a text to be used as it is, in their order; empty if there are none.
     *
     * @param steps only such as this target takes
     */
    String write(List<Step> steps);
}
