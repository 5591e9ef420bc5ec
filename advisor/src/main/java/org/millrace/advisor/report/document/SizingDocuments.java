package org.millrace.advisor.report.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.report.Json;
import org.millrace.advisor.sizing.Capacity;
import org.millrace.advisor.sizing.DatabaseInstance;
import org.millrace.advisor.sizing.DatabaseSettings;
import org.millrace.advisor.sizing.Demand;
import org.millrace.advisor.sizing.GuideProfile;
import org.millrace.advisor.sizing.Installation;
import org.millrace.advisor.sizing.Manifests;
import org.millrace.advisor.sizing.SiteVariant;
import org.millrace.advisor.sizing.Sizing;
import org.millrace.advisor.sizing.Worksheet;
import org.millrace.advisor.sizing.live.MixOrigin;

/** Answers of the calculator as JSON. */
public final class SizingDocuments {

    /** A rate from fewer varies by more than a tenth by chance. */
    private static final double ENOUGH_OPERATIONS = 100;

    /** @param manifests by name, as Kubernetes reads them */
    record SizingDocument(
            Guide guide,
            DemandDocument demand,
            int pods,
            String size,
            String confidence,
            Cpu cpu,
            Memory memory,
            Database database,
            Map<String, Integer> server,
            List<Variant> sites,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double costOfMonth,

            List<Formula> formulas,
            List<String> notes,
            Map<String, Object> manifests) {}

    record CapacityDocument(
            Guide guide,
            DemandDocument mix,
            MixOrigin mixFrom,
            InstallationDocument installation,
            @Nullable Answer holds,
            @Nullable Answer fast,
            @Nullable Answer burst,
            @Nullable Answer onePodLost,
            String confidence,
            @Nullable Double operations,
            List<ConstraintDocument> constraints,
            List<Formula> formulas) {}

    record Guide(
            String version,
            double loginsPerCore,
            double clientCredentialGrantsPerCore,
            double refreshesPerCore,
            DemandDocument testedUpTo,
            String measuredOn,
            String source,
            List<String> remarks) {

        static Guide of(GuideProfile guide) {
            return new Guide(
                    guide.version(),
                    guide.loginsPerCore(),
                    guide.clientCredentialGrantsPerCore(),
                    guide.refreshesPerCore(),
                    DemandDocument.of(guide.tested()),
                    guide.machines(),
                    guide.source(),
                    guide.remarks());
        }
    }

    record DemandDocument(
            double loginsPerSecond,
            double logoutsPerSecond,
            double clientCredentialGrantsPerSecond,
            double refreshesPerSecond) {

        static DemandDocument of(Demand demand) {
            return new DemandDocument(
                    demand.logins(), demand.logouts(), demand.clientCredentialGrants(), demand.refreshes());
        }
    }

    record Cpu(double demandCores, double requestCoresPerPod, double limitCoresPerPod, boolean survivesOnePodLost) {

        static Cpu of(Sizing.Pod pod) {
            return new Cpu(pod.demandCores(), pod.requestCores(), pod.limitCores(), pod.survivesOneLost());
        }
    }

    record Memory(double requestMegabytesPerPod, double limitMegabytesPerPod) {

        static Memory of(Sizing.Pod pod) {
            return new Memory(pod.requestMegabytes(), pod.limitMegabytes());
        }
    }

    record Database(
            double requestsPerSecond,
            double leastCores,
            double mostCores,
            double writeIops,
            List<Instance> instances,
            Map<String, String> settings) {

        static Database of(Sizing.Database database, DatabaseSettings settings) {
            return new Database(
                    database.requestsPerSecond(),
                    database.leastCores(),
                    database.mostCores(),
                    database.writesPerSecond(),
                    List.of(Instance.of("cost", database.cheaper()), Instance.of("response time", database.faster())),
                    settings.options());
        }
    }

    @JsonPropertyOrder({"for", "name", "cores", "burstable"})
    record Instance(@JsonProperty("for") String purpose, String name, double cores, boolean burstable) {

        static Instance of(String purpose, DatabaseInstance instance) {
            return new Instance(purpose, instance.name(), instance.cores(), instance.burstable());
        }
    }

    record Variant(
            String variant,
            String title,
            List<Site> sites,
            double requestCoresInAll,
            double limitsByDemandAfterLoss,
            String onLoss,
            int podsAfterLoss,
            String price) {

        static Variant of(SiteVariant variant) {
            return new Variant(
                    variant.name(),
                    variant.title(),
                    variant.sites().stream().map(Site::of).toList(),
                    variant.requestCores(),
                    variant.worstRatio(),
                    variant.action(),
                    variant.podsAfterLoss(),
                    variant.price());
        }
    }

    record Site(int pods, double requestCoresPerPod, double limitCoresPerPod) {

        static Site of(SiteVariant.Site site) {
            return new Site(site.pods(), site.requestCores(), site.limitCores());
        }
    }

    record InstallationDocument(
            int pods,
            OptionalDouble cpuRequest,
            OptionalDouble cpuLimit,
            OptionalDouble databaseCores,
            double databaseUse,
            OptionalDouble databaseWrites,
            OptionalDouble maxConnections,
            OptionalDouble poolSize,
            OptionalDouble requestThreads,
            double holdSeconds,
            double requestSeconds) {

        static InstallationDocument of(Installation installation) {
            return new InstallationDocument(
                    installation.pods(),
                    installation.requestCores(),
                    installation.limitCores(),
                    installation.databaseCores(),
                    installation.databaseUse(),
                    installation.databaseWrites(),
                    installation.maxConnections(),
                    installation.poolSize(),
                    installation.requestThreads(),
                    installation.holdSeconds(),
                    installation.requestSeconds());
        }
    }

    record Answer(double factor, String binding, DemandDocument demand) {

        static @Nullable Answer of(Optional<Capacity.Constraint> binding, Demand mix) {
            return binding.map(constraint -> of(constraint, mix)).orElse(null);
        }

        private static Answer of(Capacity.Constraint binding, Demand mix) {
            double factor = Math.min(binding.factor(), Demand.MOST / mix.requests());
            return new Answer(binding.factor(), binding.name(), DemandDocument.of(mix.times(factor)));
        }
    }

    record ConstraintDocument(String name, double factor, Capacity.Scope counts) {}

    record Formula(String result, double value, String unit, String formula, String calculation, String source) {}

    private SizingDocuments() {}

    /**
     * A sizing as JSON.
     *
     * @param costOfMonth of the pods, in the currency of its price; empty if no price is known
     */
    public static String sizing(Sizing sizing, Optional<Double> costOfMonth) {
        return Json.write(new SizingDocument(
                Guide.of(sizing.guide()),
                DemandDocument.of(sizing.demand()),
                sizing.pods(),
                sizing.size(),
                sizing.confidence(),
                Cpu.of(sizing.pod()),
                Memory.of(sizing.pod()),
                Database.of(sizing.database(), sizing.settings()),
                server(sizing.server()),
                sizing.sites().stream().map(Variant::of).toList(),
                costOfMonth.orElse(null),
                formulas(sizing.lines()),
                sizing.notes(),
                Manifests.of(sizing)));
    }

    /**
     * What an installation can hold, as JSON.
     *
     * @param operations that a measured mix rests on: few of them are no load to calculate by
     */
    public static String capacity(Capacity capacity, Installation installation, MixOrigin origin, double operations) {
        boolean few = origin == MixOrigin.MEASURED && operations < ENOUGH_OPERATIONS;
        return Json.write(new CapacityDocument(
                Guide.of(capacity.guide()),
                DemandDocument.of(capacity.mix()),
                origin,
                InstallationDocument.of(installation),
                Answer.of(capacity.holds(), capacity.mix()),
                Answer.of(capacity.fast(), capacity.mix()),
                Answer.of(capacity.burst(), capacity.mix()),
                Answer.of(capacity.onePodLost(), capacity.mix()),
                origin == MixOrigin.GUIDE || few ? "low" : capacity.confidence(),
                origin == MixOrigin.MEASURED ? Math.rint(operations) : null,
                capacity.constraints().stream()
                        .map(each -> new ConstraintDocument(each.name(), each.factor(), each.scope()))
                        .toList(),
                formulas(capacity.lines())));
    }

    /** Options of Keycloak by their names, and the number of open files. */
    private static Map<String, Integer> server(Sizing.Server server) {
        Map<String, Integer> options = new LinkedHashMap<>();
        options.put("db-pool-max-size", server.poolSize());
        options.put("http-pool-max-threads", server.requestThreads());
        options.put("http-max-queued-requests", server.queueLimit());
        options.put("cache-embedded-users-max-count", server.usersCache());
        options.put("cache-embedded-realms-max-count", server.realmsCache());
        options.put("openFiles", server.openFiles());
        return options;
    }

    private static List<Formula> formulas(List<Worksheet.Line> lines) {
        return lines.stream()
                .map(line -> new Formula(
                        line.result(), line.value(), line.unit(), line.formula(), line.numbers(), line.source()))
                .toList();
    }
}
