package org.millrace.advisor.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.sizing.Capacity;
import org.millrace.advisor.sizing.DatabaseInstance;
import org.millrace.advisor.sizing.DatabaseSettings;
import org.millrace.advisor.sizing.Demand;
import org.millrace.advisor.sizing.GuideProfile;
import org.millrace.advisor.sizing.Installation;
import org.millrace.advisor.sizing.Manifests;
import org.millrace.advisor.sizing.MixOrigin;
import org.millrace.advisor.sizing.SiteVariant;
import org.millrace.advisor.sizing.Sizing;
import org.millrace.advisor.sizing.Worksheet;

/** Answers of the calculator as JSON. */
public final class SizingDocuments {

    /** A rate from fewer varies by more than a tenth by chance. */
    private static final double ENOUGH_OPERATIONS = 100;

    private SizingDocuments() {}

    /**
     * A sizing as JSON.
     *
     * @param costOfMonth of the pods, in the currency of its price; empty if no price is known
     */
    public static String sizing(Sizing sizing, Optional<Double> costOfMonth) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("guide", guide(sizing.guide()));
        document.put("demand", demand(sizing.demand()));
        document.put("pods", sizing.pods());
        document.put("size", sizing.size());
        document.put("confidence", sizing.confidence());
        document.put("cpu", cpu(sizing.pod()));
        document.put("memory", memory(sizing.pod()));
        document.put("database", database(sizing.database(), sizing.settings()));
        document.put("server", server(sizing.server()));
        document.put(
                "sites", sizing.sites().stream().map(SizingDocuments::variant).toList());
        costOfMonth.ifPresent(cost -> document.put("costOfMonth", cost));
        document.put("formulas", formulas(sizing.lines()));
        document.put("notes", sizing.notes());
        document.put("manifests", Manifests.of(sizing));
        return Json.write(document);
    }

    /**
     * What an installation can hold, as JSON.
     *
     * @param operations that a measured mix rests on: few of them are no load to calculate by
     */
    public static String capacity(Capacity capacity, Installation installation, MixOrigin origin, double operations) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("guide", guide(capacity.guide()));
        document.put("mix", demand(capacity.mix()));
        document.put("mixFrom", origin.name().toLowerCase(Locale.ROOT));
        document.put("installation", installation(installation));
        document.put("holds", answer(capacity.holds(), capacity.mix()));
        document.put("fast", answer(capacity.fast(), capacity.mix()));
        document.put("burst", answer(capacity.burst(), capacity.mix()));
        document.put("onePodLost", answer(capacity.onePodLost(), capacity.mix()));
        boolean few = origin == MixOrigin.MEASURED && operations < ENOUGH_OPERATIONS;
        document.put("confidence", origin == MixOrigin.GUIDE || few ? "low" : capacity.confidence());
        document.put("operations", origin == MixOrigin.MEASURED ? Math.rint(operations) : null);
        document.put(
                "constraints",
                capacity.constraints().stream().map(SizingDocuments::constraint).toList());
        document.put("formulas", formulas(capacity.lines()));
        return Json.write(document);
    }

    private static Map<String, Object> guide(GuideProfile guide) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("version", guide.version());
        document.put("loginsPerCore", guide.loginsPerCore());
        document.put("clientCredentialGrantsPerCore", guide.clientCredentialGrantsPerCore());
        document.put("refreshesPerCore", guide.refreshesPerCore());
        document.put("testedUpTo", demand(guide.tested()));
        document.put("measuredOn", guide.machines());
        document.put("source", guide.source());
        document.put("remarks", guide.remarks());
        return document;
    }

    private static Map<String, Object> demand(Demand demand) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("loginsPerSecond", demand.logins());
        document.put("logoutsPerSecond", demand.logouts());
        document.put("clientCredentialGrantsPerSecond", demand.clientCredentialGrants());
        document.put("refreshesPerSecond", demand.refreshes());
        return document;
    }

    private static Map<String, Object> cpu(Sizing.Pod pod) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("demandCores", pod.demandCores());
        document.put("requestCoresPerPod", pod.requestCores());
        document.put("limitCoresPerPod", pod.limitCores());
        document.put("survivesOnePodLost", pod.survivesOneLost());
        return document;
    }

    private static Map<String, Object> memory(Sizing.Pod pod) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("requestMegabytesPerPod", pod.requestMegabytes());
        document.put("limitMegabytesPerPod", pod.limitMegabytes());
        return document;
    }

    private static Map<String, Object> database(Sizing.Database database, DatabaseSettings settings) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("requestsPerSecond", database.requestsPerSecond());
        document.put("leastCores", database.leastCores());
        document.put("mostCores", database.mostCores());
        document.put("writeIops", database.writesPerSecond());
        document.put(
                "instances",
                List.of(instance("cost", database.cheaper()), instance("response time", database.faster())));
        document.put("settings", settings.options());
        return document;
    }

    private static Map<String, Object> instance(String suits, DatabaseInstance instance) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("for", suits);
        document.put("name", instance.name());
        document.put("cores", instance.cores());
        document.put("burstable", instance.burstable());
        return document;
    }

    private static Map<String, Object> server(Sizing.Server server) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("db-pool-max-size", server.poolSize());
        document.put("http-pool-max-threads", server.requestThreads());
        document.put("http-max-queued-requests", server.queueLimit());
        document.put("cache-embedded-users-max-count", server.usersCache());
        document.put("cache-embedded-realms-max-count", server.realmsCache());
        document.put("openFiles", server.openFiles());
        return document;
    }

    private static Map<String, Object> variant(SiteVariant variant) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("variant", variant.name());
        document.put("title", variant.title());
        document.put(
                "sites", variant.sites().stream().map(SizingDocuments::site).toList());
        document.put("requestCoresInAll", variant.requestCores());
        document.put("limitsByDemandAfterLoss", variant.worstRatio());
        document.put("onLoss", variant.action());
        document.put("podsAfterLoss", variant.podsAfterLoss());
        document.put("price", variant.price());
        return document;
    }

    private static Map<String, Object> site(SiteVariant.Site site) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("pods", site.pods());
        document.put("requestCoresPerPod", site.requestCores());
        document.put("limitCoresPerPod", site.limitCores());
        return document;
    }

    private static Map<String, @Nullable Object> installation(Installation installation) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("pods", installation.pods());
        put(document, "cpuRequest", installation.requestCores());
        put(document, "cpuLimit", installation.limitCores());
        put(document, "databaseCores", installation.databaseCores());
        document.put("databaseUse", installation.databaseUse());
        put(document, "databaseWrites", installation.databaseWrites());
        put(document, "maxConnections", installation.maxConnections());
        put(document, "poolSize", installation.poolSize());
        put(document, "requestThreads", installation.requestThreads());
        document.put("holdSeconds", installation.holdSeconds());
        document.put("requestSeconds", installation.requestSeconds());
        return document;
    }

    private static void put(Map<String, @Nullable Object> document, String name, OptionalDouble value) {
        document.put(name, value.isPresent() ? (Object) value.getAsDouble() : null);
    }

    private static @Nullable Map<String, Object> answer(Optional<Capacity.Constraint> binding, Demand mix) {
        return binding.map(constraint -> answer(constraint, mix)).orElse(null);
    }

    private static Map<String, Object> answer(Capacity.Constraint binding, Demand mix) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("factor", binding.factor());
        document.put("binding", binding.name());
        document.put("demand", demand(mix.times(Math.min(binding.factor(), Demand.MOST / mix.requests()))));
        return document;
    }

    private static Map<String, Object> constraint(Capacity.Constraint constraint) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", constraint.name());
        document.put("factor", constraint.factor());
        document.put(
                "counts", constraint.scope().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        return document;
    }

    private static List<Map<String, Object>> formulas(List<Worksheet.Line> lines) {
        return lines.stream().map(SizingDocuments::formula).toList();
    }

    private static Map<String, Object> formula(Worksheet.Line line) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("result", line.result());
        document.put("value", line.value());
        document.put("unit", line.unit());
        document.put("formula", line.formula());
        document.put("calculation", line.numbers());
        document.put("source", line.source());
        return document;
    }
}
