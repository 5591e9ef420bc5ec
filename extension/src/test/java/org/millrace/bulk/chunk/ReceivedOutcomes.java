package org.millrace.bulk.chunk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A client that has room for as many outcomes as it is told, and takes what was kept back meanwhile once it is offered again. */
final class ReceivedOutcomes implements OutcomeSink {
    private final List<Outcome> kept = new ArrayList<>();
    private final List<Outcome> received;
    private int capacity = Integer.MAX_VALUE;
    private int reluctance;

    /** @param received where the outcomes go that the client takes */
    ReceivedOutcomes(List<Outcome> received) {
        this.received = received;
    }

    /** After so many outcomes it is gone. */
    ReceivedOutcomes goneAfter(int outcomes) {
        capacity = outcomes;
        return this;
    }

    /** It takes nothing before it was offered something so often. */
    ReceivedOutcomes reluctant(int offers) {
        reluctance = offers;
        return this;
    }

    @Override
    public void accept(Outcome outcome) throws IOException {
        if (received.size() + kept.size() == capacity) {
            throw new IOException("gone");
        }
        kept.add(outcome);
    }

    @Override
    public void flush() {
        if (reluctance > 0) {
            reluctance--;
        } else {
            received.addAll(kept);
            kept.clear();
        }
    }

    @Override
    public boolean isBehind() {
        return !kept.isEmpty();
    }
}
