package org.millrace.server.advisor.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.RequestKind;
import org.millrace.advisor.model.RequestSample;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.sampler.postgres.StatementActivity;

class RequestPartsTest {

    private static final RequestActivity WRITES =
            new RequestActivity(TimeCategory.DATABASE, RequestKind.IMPORT, "", false);
    private static final RequestActivity WORKS =
            new RequestActivity(TimeCategory.MILLRACE, RequestKind.IMPORT, "", true);

    @Test
    void fractionsOfARequestAddUp() {
        RequestParts parts = parts(0);
        parts.add(WRITES, 0.5, 0.5);
        parts.add(WRITES, 0.25, 0);
        parts.addQueue(3);

        assertThat(parts.list())
                .containsExactlyInAnyOrder(
                        new RequestSample.Part(TimeCategory.DATABASE, RequestKind.IMPORT, "", 0.75, 0.5),
                        new RequestSample.Part(TimeCategory.REQUEST_THREAD, RequestKind.OTHER, "", 3, 0));
    }

    @Test
    void workWithoutAProcessorIsTheWaitForOne() {
        RequestParts parts = parts(0.25);
        parts.add(WORKS, 2, 0);
        parts.add(WRITES, 1, 0);

        assertThat(parts.list())
                .containsExactlyInAnyOrder(
                        new RequestSample.Part(TimeCategory.MILLRACE, RequestKind.IMPORT, "", 1.5, 0),
                        new RequestSample.Part(TimeCategory.PROCESSOR, RequestKind.IMPORT, "", 0.5, 0),
                        new RequestSample.Part(TimeCategory.DATABASE, RequestKind.IMPORT, "", 1, 0));
    }

    private static RequestParts parts(double starved) {
        return new RequestParts(new StatementActivity(InstantSource.system()), starved);
    }
}
