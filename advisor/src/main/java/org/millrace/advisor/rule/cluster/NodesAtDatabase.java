package org.millrace.advisor.rule.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Snapshot;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.ClusterSignals;

/**
 * The nodes that use the same database, counted by the connections of their advisors, including nodes outside this cluster.
 * Connections do not show their schema, so a database with a configured schema, which other installations may share, is not
 * evaluated.
 */
final class NodesAtDatabase {

    /** With these, nodes of several clusters use one database, as they are meant to. */
    private static final Set<String> OF_SEVERAL_CLUSTERS = Set.of("multi-site", "clusterless", "stateless");

    private NodesAtDatabase() {}

    /** How long this site has had more nodes than that, up to now; zero if the nodes of this site cannot be identified. */
    static Duration moreThan(Window window, ToDoubleFunction<Snapshot> number) {
        if (!isOtherSiteStated(window) && mayBeOfSeveralClusters(window)
                || window.settings()
                        .find(KeycloakSettings.DB_SCHEMA)
                        .flatMap(Setting::text)
                        .isPresent()) {
            return Duration.ZERO;
        }
        double others = ofOtherSite(window);
        // An incomplete answer of a slow database is no evidence of a merge.
        return window.where(ClusterSignals.ADVISORS, nodes -> true)
                .lastRun(snapshot -> snapshot.matches(
                        ClusterSignals.ADVISORS, nodes -> nodes - others > number.applyAsDouble(snapshot)));
    }

    /** How many of this site there are. */
    static double latest(Window window) {
        return window.latest(ClusterSignals.ADVISORS) - ofOtherSite(window);
    }

    /** Whether the number of nodes of another site is configured; an autoscaler may have changed it since. */
    static boolean isOtherSiteStated(Window window) {
        return window.number(StatedSettings.OTHER_SITE_NODES).isPresent();
    }

    private static double ofOtherSite(Window window) {
        return window.number(StatedSettings.OTHER_SITE_NODES).orElse(0);
    }

    private static boolean mayBeOfSeveralClusters(Window window) {
        boolean outside = window.settings()
                .find(KeycloakSettings.CACHE_REMOTE_HOST)
                .flatMap(Setting::text)
                .isPresent();
        List<String> features = window.settings()
                .find(KeycloakSettings.FEATURES)
                .map(Setting::names)
                .orElse(List.of());
        return outside || features.stream().anyMatch(feature -> OF_SEVERAL_CLUSTERS.contains(feature.split(":", 2)[0]));
    }
}
