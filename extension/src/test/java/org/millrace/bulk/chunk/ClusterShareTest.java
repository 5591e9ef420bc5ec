package org.millrace.bulk.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.millrace.bulk.chunk.ClusterShare.Phase;

class ClusterShareTest {
    /** What six cores do. */
    private static final IntToDoubleFunction SIX_CORES = at -> Math.min(at, 6) * 0.95;

    private SimulatedDatabase database = new SimulatedDatabase(1, 2000, SIX_CORES);
    private final List<AdaptiveChunkGate> gates = new ArrayList<>();
    private long second;

    private void nodes(int number, IntToDoubleFunction throughput) {
        database = new SimulatedDatabase(3, 2000, throughput);
        IntStream.range(0, number).forEach(i -> gates.add(new AdaptiveChunkGate(16, database::nanoTime)));
    }

    /** What nodes tell each other once a second; the first one leads. */
    private void meet() {
        second++;
        AdaptiveChunkGate first = gates.get(0);
        int found = first.found();
        Phase phase = first.phase();
        int turn = phase == Phase.SETTLED ? (int) (second / 5) : 0;
        for (int i = 0; i < gates.size(); i++) {
            int place = Math.floorMod(i - turn, gates.size());
            gates.get(i).share(new ClusterShare(gates.size(), place, i == 0, found, phase));
        }
    }

    @ParameterizedTest
    @CsvSource({"7, 3, 0, 3", "7, 3, 1, 2", "7, 3, 2, 2", "1, 3, 0, 1", "1, 3, 2, 0", "6, 3, 2, 2"})
    void partsMakeTheWhole(int total, int nodes, int place, int part) {
        assertThat(new ClusterShare(nodes, place, false, total, Phase.SETTLED).of(total))
                .isEqualTo(part);
    }

    @Test
    void threeNodesTogetherWriteAsManyAsOneWouldAlone() throws Exception {
        nodes(1, SIX_CORES);
        database.write(gates, 3000, () -> {});
        int alone = database.usualLimit(gates, () -> {});
        gates.clear();
        nodes(3, SIX_CORES);

        database.write(gates, 4000, this::meet);
        long begun = database.nanoTime();
        List<Integer> totals = database.limits(gates, 100, 30, this::meet);
        double seconds = (database.nanoTime() - begun) / 1e9;

        assertThat(alone).isBetween(5, 8);
        assertThat(totals.stream().filter(total -> Math.abs(total - alone) <= alone / 2))
                .as("%s, alone %d", totals, alone)
                .hasSizeGreaterThan(70);
        meet();
        assertThat(gates).allMatch(gate -> gate.total() == gates.get(0).total());
        assertThat(seconds)
                .as("no slower than one node by more than a search costs")
                .isLessThan(1.15 * 3000 * 0.2 / SIX_CORES.applyAsDouble(6));
    }

    /** Each is done before a search is, and begins on one node alone. */
    @ParameterizedTest
    @CsvSource({"20", "30", "60", "120"})
    void shortJobsOnTwoNodesAreNoSlowerThanOnOne(int chunks) throws Exception {
        IntToDoubleFunction twoCores = at -> at == 1 ? 1 : at == 2 ? 1.7 : 1.75;
        nodes(2, twoCores);
        AdaptiveChunkGate joins = gates.get(1);
        double seconds = 0;
        int jobs = 1200 / chunks;
        for (int job = 0; job < jobs; job++) {
            gates.remove(joins);
            seconds += database.job(gates, chunks, () -> {
                if (!gates.contains(joins)) {
                    gates.add(joins);
                }
                meet();
            });
            database.pass(5);
            gates.forEach(AdaptiveChunkGate::idle);
        }

        database = new SimulatedDatabase(3, 2000, twoCores);
        AdaptiveChunkGate alone = new AdaptiveChunkGate(16, database::nanoTime);
        double secondsAlone = 0;
        for (int job = 0; job < jobs; job++) {
            secondsAlone += database.job(alone, chunks);
        }
        assertThat(seconds / secondsAlone).isLessThan(1.05);
    }

    @Test
    void limitBelowTheNumberOfNodesGoesRound() throws Exception {
        nodes(4, at -> 1 / (0.8 + 0.2 * at));
        database.write(gates, 1000, this::meet);
        List<Integer> turns = new ArrayList<>(List.of(0, 0, 0, 0));
        List<Integer> totals = new ArrayList<>();

        for (int i = 0; i < 100; i++) {
            database.write(gates, 5, this::meet);
            totals.add(gates.stream().mapToInt(AdaptiveChunkGate::limit).sum());
            for (int node = 0; node < 4; node++) {
                turns.set(node, turns.get(node) + gates.get(node).limit());
            }
        }

        assertThat(totals.stream().filter(total -> total == 1)).as("%s", totals).hasSizeGreaterThan(70);
        assertThat(turns).allSatisfy(times -> assertThat(times).isGreaterThan(10));
    }

    @Test
    void nodesThatAreSlowThemselvesWriteMoreTogetherThanOneWould() throws Exception {
        // Four processors each, and a database that bears all that they do.
        IntToDoubleFunction four = at -> Math.min(at, 4) * 0.97;
        nodes(1, at -> at);
        database.eachNodeDoes(four);
        database.write(gates, 2000, () -> {});
        int alone = database.usualLimit(gates, () -> {});
        gates.clear();
        nodes(3, at -> at);
        database.eachNodeDoes(four);

        database.write(gates, 3000, this::meet);
        double seconds = database.write(gates, 6000, this::meet);

        assertThat(alone).isBetween(4, 6);
        assertThat(database.usualLimit(gates, this::meet)).isBetween(10, 18);
        assertThat(seconds).isLessThan(1.2 * 6000 * 0.2 / (3 * four.applyAsDouble(4)));
    }

    @Test
    void nodeWhoseTurnItIsNotNeedNotPrepareAChunkAndStillCounts() {
        nodes(1, SIX_CORES);
        AdaptiveChunkGate gate = gates.get(0);
        assertThat(gate.isShut()).isFalse();
        assertThat(gate.isBusy()).isFalse();

        gate.share(new ClusterShare(3, 2, false, 2, Phase.SETTLED));

        assertThat(gate.isShut()).isTrue();
        assertThat(gate.isBusy()).as("it would write if it could").isTrue();
        database.pass(4);
        assertThat(gate.isBusy()).as("nobody asked lately").isFalse();
    }

    @Test
    void pressureIsNotForgottenByANodeThatHoldsStill() {
        nodes(1, SIX_CORES);
        AdaptiveChunkGate gate = gates.get(0);
        gate.share(new ClusterShare(2, 0, false, 8, Phase.SETTLED));
        gate.observe(Optional.of("login latency"));
        assertThat(gate.limit()).isEqualTo(2);

        gate.share(new ClusterShare(2, 0, false, 8, Phase.HOLDING));
        for (int i = 0; i < 20; i++) {
            gate.observe(Optional.empty());
        }
        gate.share(new ClusterShare(2, 0, false, 8, Phase.SETTLED));

        assertThat(gate.limit()).isEqualTo(2);
        assertThat(gate.total()).as("of all, this node gives way").isEqualTo(6);
    }

    @Test
    void nodeThatFollowsHoldsStillWhileItHasToBeQuiet() {
        nodes(1, SIX_CORES);
        AdaptiveChunkGate gate = gates.get(0);

        gate.share(new ClusterShare(2, 0, false, 4, Phase.HOLDING));
        assertThat(gate.isFull()).isTrue();
        assertThat(gate.limit()).isZero();
        database.pass(31);
        assertThat(gate.limit()).as("for half a minute at most").isEqualTo(2);
        gate.share(new ClusterShare(2, 0, false, 4, Phase.TRYING));

        assertThat(gate.limit()).isEqualTo(2);
        assertThat(gate.total()).isEqualTo(4);
        assertThat(gate.reason()).isEqualTo("chunk latency on another node");
        gate.share(ClusterShare.ALONE);
        assertThat(gate.limit()).as("it goes on with what it was told").isEqualTo(4);
        assertThat(gate.phase()).isEqualTo(Phase.SETTLED);
    }

    /** The node that joins comes while more is tried than is good. */
    @ParameterizedTest
    @CsvSource({"10", "25", "40", "60", "100"})
    void nodeThatJoinsInTheMidstOfASearchHasItBeginAnew(int before) throws Exception {
        nodes(1, at -> Math.min(at, 2));
        database.write(gates, before, this::meet);
        gates.add(new AdaptiveChunkGate(16, database::nanoTime));

        database.write(gates, 1500, this::meet);

        assertThat(database.usualLimit(gates, this::meet)).isBetween(2, 3);
    }

    /** None of which is long enough to see that nobody joins. */
    @Test
    void whoeverIsLeftFindsALimitInShortJobsToo() throws Exception {
        nodes(2, at -> Math.min(at, 2));
        database.write(gates, 600, this::meet);
        database.finish();
        gates.remove(1);
        AdaptiveChunkGate left = gates.get(0);
        left.idle();
        database.become(SIX_CORES);

        for (int job = 0; job < 300; job++) {
            database.job(gates, 20, () -> left.share(ClusterShare.ALONE));
            left.idle();
        }

        assertThat(left.found()).isBetween(4, 9);
    }

    @Test
    void whoeverGoesOnFindsALimitOfItsOwn() throws Exception {
        nodes(2, SIX_CORES);
        database.write(gates, 600, this::meet);
        gates.remove(0);

        database.write(gates, 600, () -> gates.get(0).share(ClusterShare.ALONE));

        assertThat(database.usualLimit(gates, () -> {})).isBetween(5, 8);
    }
}
