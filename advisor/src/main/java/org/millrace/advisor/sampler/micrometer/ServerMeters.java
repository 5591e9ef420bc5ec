package org.millrace.advisor.sampler.micrometer;

import io.micrometer.core.instrument.Statistic;
import java.util.ArrayList;
import java.util.List;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.PoolSignals;

/** The meters of a Keycloak server that the advisor reads: a short list, for reading all of them would cost too much. */
public final class ServerMeters {

    private ServerMeters() {}

    /**
     * @param managementPort whose requests are not the users'
     * @param managementPath below which it answers, without a slash at its end: empty for the root
     */
    public static List<MeterSum> chosen(int managementPort, String managementPath) {
        List<MeterSum> meters = new ArrayList<>();
        meters.add(activeRequests(managementPort));
        meters.addAll(HttpMeters.all(managementPort, managementPath));
        meters.addAll(LoadMeters.all());
        meters.addAll(ClusterMeters.all());
        meters.add(writingChunks());
        return meters;
    }

    /** Of Millrace's own import, which is not there if it is switched off. */
    private static MeterSum writingChunks() {
        return new MeterSum(PoolSignals.WRITING_CHUNKS, PoolSignals.WRITING_CHUNKS.name(), Statistic.VALUE, id -> true);
    }

    public static MeterSum activeRequests(int managementPort) {
        String port = Integer.toString(managementPort);
        return new MeterSum(
                HttpSignals.ACTIVE_REQUESTS,
                "http.server.active.requests",
                Statistic.VALUE,
                id -> !port.equals(id.getTag("server.port")));
    }
}
