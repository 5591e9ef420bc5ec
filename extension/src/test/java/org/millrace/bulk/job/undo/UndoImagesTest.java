package org.millrace.bulk.job.undo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.record.BeforeImage;

class UndoImagesTest {
    private static final int HALF = 8 * 1024 * 1024;

    @Test
    void onlyTheEarlierStatesBeyondTheLimitAreLeftOut() {
        BeforeImage small = updated(1, "x");
        BeforeImage half = updated(2, "x".repeat(HALF));
        BeforeImage beyond = updated(3, "x".repeat(HALF));
        BeforeImage created = BeforeImage.created(4, "id", "after", false);

        assertThat(UndoImages.withinLimit(List.of(small, half, beyond, created)))
                .extracting(BeforeImage::line)
                .containsExactly(1L, 2L, 4L);
    }

    private static BeforeImage updated(long line, String before) {
        return new BeforeImage(line, "id", "after", null, false, before);
    }
}
