package org.millrace.bulk.chunk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.chunk.outcome.OutcomeSink;

/** A client that receives outcomes when they are sent on, and may be gone after some. */
public final class ReceivedOutcomes implements OutcomeSink {
    private final List<Outcome> unsent = new ArrayList<>();
    private final List<Outcome> received;
    private int most = Integer.MAX_VALUE;

    /** @param received where the outcomes go that the client receives */
    public ReceivedOutcomes(List<Outcome> received) {
        this.received = received;
    }

    /** Disconnects after this number of outcomes. */
    public ReceivedOutcomes goneAfter(int outcomes) {
        most = outcomes;
        return this;
    }

    @Override
    public void accept(Outcome outcome) throws IOException {
        if (received.size() + unsent.size() == most) {
            throw new IOException("gone");
        }
        unsent.add(outcome);
    }

    @Override
    public void flush() {
        received.addAll(unsent);
        unsent.clear();
    }
}
