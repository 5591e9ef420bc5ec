package org.millrace.bulk.chunk;

import java.util.LinkedHashMap;
import java.util.Map;

/** How many records ended how. */
public interface Tally {
    /** Number of records that were read, with any outcome. */
    long read();

    /** Records that made a new entity. */
    long created();

    /** Records that changed an entity. */
    long updated();

    /** Records that deleted an entity. */
    long deleted();

    /** Records whose entity was left as it was. */
    long unchanged();

    /** Records that are at fault. */
    long rejected();

    /** Records that we or the database failed. */
    long failed();

    /** Records whose turn never came. */
    long unprocessed();

    /** Warnings, of which one record may have several. */
    long warnings();

    /** Rejected and failed records together. */
    default long problems() {
        return rejected() + failed();
    }

    /** The numbers by the word for each status, in the order of the summary; {@link #read()} is their sum. */
    default Map<String, Long> byStatus() {
        Map<String, Long> byStatus = new LinkedHashMap<>();
        byStatus.put("created", created());
        byStatus.put("updated", updated());
        byStatus.put("deleted", deleted());
        byStatus.put("unchanged", unchanged());
        byStatus.put("rejected", rejected());
        byStatus.put("failed", failed());
        byStatus.put("unprocessed", unprocessed());
        return byStatus;
    }
}
