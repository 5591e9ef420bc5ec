package org.millrace.bulk.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SoloTimesTest {
    private static final int RECORDS = 100;

    private final SoloTimes solos = new SoloTimes();

    private double slowdown(Object work, long nanosPerRecord) {
        return solos.slowdown(work, RECORDS, RECORDS * nanosPerRecord, 1).orElseThrow();
    }

    private void alone(Object work, long nanosPerRecord) {
        solos.alone(work, RECORDS, RECORDS * nanosPerRecord);
    }

    @Test
    void chunksAreComparedWithOneThatWasAlone() {
        alone("import", 1000);

        assertThat(slowdown("import", 3000)).isEqualTo(3);
    }

    @Test
    void importWithoutSuchAChunkIsTakenToBeAsSlowedDownAsOthers() {
        solos.slowdown("import", RECORDS, RECORDS * 4000, 2);

        assertThat(slowdown("import", 6000)).isEqualTo(3);
    }

    @Test
    void importsThatAreAboutAsFastShareWhatIsKnown() {
        for (int i = 0; i < 20; i++) {
            alone("quiet " + i, 1000);
        }

        alone("disturbed", 1400);

        assertThat(slowdown("disturbed", 2000)).isBetween(1.8, 2.0);
    }

    @Test
    void whatTheyShareFollowsThem() {
        alone("first", 1000);
        for (int i = 0; i < 20; i++) {
            alone("slower " + i, 1400);
        }

        assertThat(slowdown("slower 19", 2800)).isCloseTo(2, within(0.05));
    }

    @Test
    void whatWasGuessedIsNotShared() {
        solos.slowdown("guessed", RECORDS, RECORDS * 1400, 1);

        alone("measured", 1000);

        assertThat(slowdown("measured", 2000)).isEqualTo(2);
    }

    @Test
    void importsOfAnotherKindHaveTheirOwn() {
        alone("users", 1000);
        alone("clients", 90_000);

        assertThat(slowdown("clients", 180_000)).isEqualTo(2);
        assertThat(slowdown("users", 2000)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(longs = {4900, 4000, 2000, 900})
    void importsThatMayBeLikeTheLatestAreComparedWithItFromTheirFirstChunkOn(long nanosPerRecord) {
        alone("before", 1000);

        assertThat(solos.slowdown("like it", RECORDS, RECORDS * nanosPerRecord, 2))
                .hasValue(nanosPerRecord / 1000.0);
    }

    @ParameterizedTest
    @ValueSource(longs = {5100, 700})
    void importsOfAnotherKindAreComparedWithThemselves(long nanosPerRecord) {
        alone("before", 1000);

        assertThat(solos.slowdown("another", RECORDS, RECORDS * nanosPerRecord, 2))
                .isEmpty();
        assertThat(slowdown("another", 3 * nanosPerRecord)).isEqualTo(6);
    }

    @Test
    void whatWasGuessedGivesWayToWhatWasMeasured() {
        alone("before", 1000);
        solos.slowdown("guessed", RECORDS, RECORDS * 11_000, 1);

        alone("guessed", 90_000);

        assertThat(slowdown("guessed", 180_000)).isEqualTo(2);
    }

    @Test
    void theLastFewRecordsOfAnImportDoNotSayHowFastItIs() {
        solos.slowdown("guessed", RECORDS, RECORDS * 4000, 2);

        solos.alone("guessed", RECORDS / 10, RECORDS * 9000);

        assertThat(slowdown("guessed", 6000)).isEqualTo(3);
    }

    @Test
    void severalImportsOnEndThatAreAsFastStandForTheNext() {
        alone("first", 1000);
        for (int i = 0; i < 3; i++) {
            assertThat(solos.wants("next")).isTrue();
            alone("import " + i, 1000 + 100 * i);
        }

        assertThat(solos.wants("next")).isFalse();
    }

    @Test
    void anImportThatIsUnlikeThemEndsThat() {
        severalImportsOnEndThatAreAsFastStandForTheNext();

        alone("unlike", 2000);

        assertThat(solos.wants("next")).isTrue();
    }

    @Test
    void anImportThatSeemsUnlikeThemBesideOthersEndsThat() {
        severalImportsOnEndThatAreAsFastStandForTheNext();

        solos.slowdown("unlike", RECORDS, RECORDS * 9000, 2);

        assertThat(solos.wants("next")).isTrue();
    }

    @Test
    void anImportThatSeemedToBeLikeThemAndIsNotEndsThat() {
        severalImportsOnEndThatAreAsFastStandForTheNext();
        solos.slowdown("seems alike", RECORDS, RECORDS * 3600, 2);
        assertThat(solos.wants("next")).isFalse();

        alone("seems alike", 1800);

        assertThat(solos.wants("next")).isTrue();
    }

    @Test
    void noImportWantsToBeKnownTwice() {
        alone("import", 1000);

        assertThat(solos.wants("import")).isFalse();
    }

    @Test
    void chunksOfOtherSizesAreNotCompared() {
        alone("import", 1000);

        assertThat(solos.slowdown("import", RECORDS / 4, 25_000, 1)).isEmpty();
    }
}
