package org.millrace.advisor.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CapacityTest {

    private static final Demand GUIDE_EXAMPLE = new Demand(45, 5, 600, 360);

    @Test
    void smallDatabaseHoldsTheExampleButNotWithFastAnswers() {
        Capacity capacity = capacity(2);

        assertThat(binding(capacity.holds())).isEqualTo("cpu.requests");
        assertThat(factor(capacity.holds())).isCloseTo(1.0, within(1e-9));
        assertThat(binding(capacity.fast())).isEqualTo("database.cpu.fast");
        assertThat(factor(capacity.fast())).isCloseTo(0.52, within(0.01));
        assertThat(factor(capacity.burst())).isCloseTo(1.05, within(0.01));
        assertThat(factorOf("cpu.limits", capacity)).isCloseTo(2.5, within(1e-9));
        assertThat(factorOf("cpu.limits.onePodLost", capacity)).isCloseTo(1.667, within(1e-3));
        assertThat(factorOf("tested", capacity)).isCloseTo(1.208, within(1e-3));
    }

    @Test
    void largerDatabaseLeavesTheProcessorsOfThePodsToBind() {
        Capacity capacity = capacity(4);

        assertThat(binding(capacity.fast())).isEqualTo("cpu.requests");
        assertThat(factorOf("database.cpu.fast", capacity)).isCloseTo(1.15, within(0.01));
    }

    @Test
    void poolAndConnectionsBindByLittlesLaw() {
        Installation narrow = new Installation(
                3,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                0.9,
                OptionalDouble.empty(),
                OptionalDouble.of(23),
                OptionalDouble.of(5),
                OptionalDouble.of(50),
                0.02,
                0.06);

        Capacity capacity = Capacity.of(narrow, GUIDE_EXAMPLE, Conditions.GUIDE, GuideProfile.V26_0);

        assertThat(factorOf("pool", capacity)).isCloseTo(3 * 5 * 0.7 / (410 * 0.02), within(1e-9));
        assertThat(factorOf("connections", capacity)).isCloseTo(10 * 0.7 / (410 * 0.02), within(1e-9));
        assertThat(factorOf("threads", capacity)).isCloseTo(3 * 50 * 0.8 / (1010 * 0.06), within(1e-9));
        assertThat(binding(capacity.holds())).isEqualTo("connections");
    }

    /** What is requested is not known, and cannot be more than that. */
    @Test
    void limitOfThePodsBindsForGoodToo() {
        Capacity capacity = Capacity.of(described(3, 2, 10, 50), GUIDE_EXAMPLE, Conditions.GUIDE, GuideProfile.V26_0);

        assertThat(binding(capacity.holds())).isEqualTo("cpu.limits");
        assertThat(factor(capacity.holds())).isCloseTo(6 / 9.0, within(1e-9));
        assertThat(factor(capacity.holds())).isLessThanOrEqualTo(factor(capacity.burst()));
        assertThat(factorOf("threads", capacity)).isCloseTo(1.98, within(0.01));
    }

    @Test
    void connectionsAndThreadsOfALostPodAreLostWithIt() {
        Demand refreshes = new Demand(0, 0, 0, 435);
        Capacity two = Capacity.of(described(2, 8, 10, 50), refreshes, Conditions.GUIDE, GuideProfile.V26_0);
        Capacity one = Capacity.of(described(1, 8, 10, 50), refreshes, Conditions.GUIDE, GuideProfile.V26_0);

        assertThat(factor(two.holds())).isCloseTo(1.609, within(1e-3));
        assertThat(binding(two.onePodLost())).isEqualTo("pool.onePodLost");
        assertThat(factor(two.onePodLost())).isCloseTo(0.805, within(1e-3));
        assertThat(factorOf("threads.onePodLost", two)).isCloseTo(50 * 0.8 / (435 * 0.06), within(1e-9));
        assertThat(factor(one.onePodLost())).isZero();
    }

    @Test
    void cachesHoldTwoAndAHalfThousandClientsAsTheyCome() {
        Conditions clients = new Conditions(1, 1, 2, 5000, 0);

        Capacity capacity = Capacity.of(installation(4), GUIDE_EXAMPLE, clients, GuideProfile.V26_0);

        assertThat(factorOf("caches", capacity)).isEqualTo(0.5);
        assertThat(binding(capacity.fast())).isEqualTo("caches");
        assertThat(binding(capacity.holds())).isEqualTo("cpu.requests");
    }

    @Test
    void whatIsNotKnownBindsNothing() {
        Installation unknown = new Installation(
                3,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                0.9,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                0.02,
                0.06);

        Capacity capacity = Capacity.of(unknown, GUIDE_EXAMPLE, Conditions.GUIDE, GuideProfile.V26_0);

        assertThat(capacity.holds()).isEmpty();
        assertThat(capacity.constraints()).extracting(Capacity.Constraint::name).containsExactly("tested");
    }

    @Test
    void mixOfNothingHasNoMultiple() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Capacity.of(installation(2), new Demand(0, 0, 0, 0), Conditions.GUIDE, GuideProfile.V26_0))
                .withMessageContaining("mix");
    }

    /** The cluster of the guide's example. */
    private static Capacity capacity(double databaseCores) {
        return Capacity.of(installation(databaseCores), GUIDE_EXAMPLE, Conditions.GUIDE, GuideProfile.V26_0);
    }

    private static Installation installation(double databaseCores) {
        return new Installation(
                3,
                OptionalDouble.of(3),
                OptionalDouble.of(7.5),
                OptionalDouble.of(databaseCores),
                0.9,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                0.02,
                0.06);
    }

    /** Of whose requests and database nothing is known. */
    private static Installation described(int pods, double limit, double pool, double threads) {
        return new Installation(
                pods,
                OptionalDouble.empty(),
                OptionalDouble.of(limit),
                OptionalDouble.empty(),
                0.9,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.of(pool),
                OptionalDouble.of(threads),
                0.02,
                0.06);
    }

    private static String binding(Optional<Capacity.Constraint> answer) {
        return answer.orElseThrow().name();
    }

    private static double factor(Optional<Capacity.Constraint> answer) {
        return answer.orElseThrow().factor();
    }

    private static double factorOf(String name, Capacity capacity) {
        return capacity.constraints().stream()
                .filter(constraint -> constraint.name().equals(name))
                .findFirst()
                .orElseThrow()
                .factor();
    }
}
