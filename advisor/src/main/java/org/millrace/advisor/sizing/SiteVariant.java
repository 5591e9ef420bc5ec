package org.millrace.advisor.sizing;

import java.util.List;

/**
 * A way to spread an installation over two sites that share one database.
 *
 * @param sites resources of each, the first one first
 * @param worstRatio capacity to demand after the loss of the stronger site, before scaling
 * @param podsAfterLoss on the remaining site, after scaling
 * @param action required action after the loss of a site
 * @param price cost of the variant
 */
public record SiteVariant(
        String name,
        String title,
        List<Site> sites,
        double worstRatio,
        int podsAfterLoss,
        String action,
        String price) {

    public record Site(int pods, double requestCores, double limitCores) {

        private Site scaled(double requests, double limits) {
            return new Site(pods, requestCores * requests, limitCores * limits);
        }
    }

    public SiteVariant {
        sites = List.copyOf(sites);
    }

    public double requestCores() {
        return sites.stream()
                .mapToDouble(site -> site.pods() * site.requestCores())
                .sum();
    }

    /** The guide's three, the second one in both its readings: the guide does not say whether one site is halved or both. */
    static List<SiteVariant> of(int pods, double requestCores, double limitCores, double demandCores) {
        Site full = new Site(pods, requestCores, limitCores);
        Site half = full.scaled(0.5, 0.5);
        Site squeezed = full.scaled(0.5, 1);
        String scale =
                "scale the site that is left from " + pods + " to " + 2 * pods + " pods, by hand or by an autoscaler";
        String spare =
                "needs spare capacity on the cluster or a cluster autoscaler, and a database that takes the connections "
                        + "of " + 2 * pods + " pods on one site";
        return List.of(
                variant(
                        "fast-failover",
                        "Fast failover, more expensive",
                        List.of(full, full),
                        demandCores,
                        pods,
                        "nothing",
                        "twice the processors, at all times"),
                variant(
                        "slow-failover",
                        "Slower failover, more cost-effective: the second site halved",
                        List.of(full, half),
                        demandCores,
                        2 * pods,
                        scale,
                        spare),
                variant(
                        "slow-failover-both-halved",
                        "Slower failover, both sites halved: the other reading of the guide",
                        List.of(half, half),
                        demandCores,
                        2 * pods,
                        scale,
                        spare),
                variant(
                        "alternative",
                        "Requests halved, limits kept",
                        List.of(full, squeezed),
                        demandCores,
                        pods,
                        "nothing",
                        "nodes under CPU pressure, and slower answers at peak, until the lost site is back"));
    }

    private static SiteVariant variant(
            String name,
            String title,
            List<Site> sites,
            double demandCores,
            int podsAfterLoss,
            String action,
            String price) {
        double weakest = sites.stream()
                .mapToDouble(site -> site.pods() * site.limitCores())
                .min()
                .orElse(0);
        return new SiteVariant(
                name, title, sites, demandCores > 0 ? weakest / demandCores : 0, podsAfterLoss, action, price);
    }
}
