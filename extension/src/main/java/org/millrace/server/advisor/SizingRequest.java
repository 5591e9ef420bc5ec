package org.millrace.server.advisor;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.report.document.SizingDocuments;
import org.millrace.advisor.sizing.Calculator;
import org.millrace.advisor.sizing.Capacity;
import org.millrace.advisor.sizing.Conditions;
import org.millrace.advisor.sizing.Demand;
import org.millrace.advisor.sizing.Figure;
import org.millrace.advisor.sizing.GuideProfile;
import org.millrace.advisor.sizing.Installation;
import org.millrace.advisor.sizing.live.Calibration;
import org.millrace.advisor.sizing.live.Cost;
import org.millrace.advisor.sizing.live.LiveInstallation;
import org.millrace.advisor.sizing.live.LiveLoad;
import org.millrace.advisor.sizing.live.MixOrigin;

/** Questions to the calculator, as they come over HTTP, and the answers to them. */
final class SizingRequest {

    private static final String MEASURED = "measured";
    private static final int MOST_SHIFTS = 24;
    private static final double ALL_DAY = 24;

    private final JsonRequest json;
    private final Optional<Window> live;

    /** @param live measurements of this server, used for values that the request omits; empty without sampling */
    SizingRequest(JsonRequest json, Optional<Window> live) {
        this.json = json;
        this.live = live;
    }

    /** @throws IllegalArgumentException with a reason for the caller if the question makes no sense */
    String sizing() {
        Optional<Demand> demand = demand();
        Conditions conditions = conditions();
        int pods = json.whole("pods", 3);
        int sites = json.whole("sites", 1);
        GuideProfile guide = guide();
        Optional<Double> cost = json.object("cost").map(asked -> cost(asked, pods, sites));
        json.requireNothingElse();
        Demand wanted = demand.or(this::liveDemand)
                .orElseThrow(() -> new IllegalArgumentException("no rate is given, and this server does not measure "
                        + "all of them: give loginsPerSecond, clientCredentialGrantsPerSecond or refreshesPerSecond"));
        return SizingDocuments.sizing(Calculator.size(wanted, conditions, pods, sites, guide), cost);
    }

    /** @throws IllegalArgumentException with a reason for the caller if the question makes no sense */
    String capacity() {
        Optional<Demand> given = demand();
        Conditions conditions = conditions();
        Installation installation = installation(present());
        // Of one site, as a sizing is: the other one adds nothing that could be counted on, for it may be lost.
        Figure.require("sites", json.whole("sites", 1), 1, 2);
        GuideProfile guide = guide();
        json.requireNothingElse();
        Optional<Demand> known = given.or(this::liveDemand);
        Capacity capacity = Capacity.of(installation, known.orElse(guide.tested()), conditions, guide);
        if (known.isEmpty() && capacity.constraints().stream().allMatch(SizingRequest::isNoLimit)) {
            throw new IllegalArgumentException(
                    "no installation is described, and the advisor does not sample this one: give "
                            + "cpuLimit, cpuRequest, databaseCores, poolSize or requestThreads");
        }
        return SizingDocuments.capacity(
                capacity,
                installation,
                origin(given, known),
                live.map(LiveLoad::operations).orElse(0.0));
    }

    private static boolean isNoLimit(Capacity.Constraint constraint) {
        return constraint.scope() == Capacity.Scope.KNOWLEDGE_ONLY;
    }

    private static MixOrigin origin(Optional<Demand> given, Optional<Demand> known) {
        if (given.isPresent()) {
            return MixOrigin.GIVEN;
        }
        return known.isPresent() ? MixOrigin.MEASURED : MixOrigin.GUIDE;
    }

    private Optional<Demand> demand() {
        OptionalDouble logins = json.number("loginsPerSecond");
        OptionalDouble logouts = json.number("logoutsPerSecond");
        OptionalDouble grants = json.number("clientCredentialGrantsPerSecond");
        OptionalDouble refreshes = json.number("refreshesPerSecond");
        if (logins.isEmpty() && logouts.isEmpty() && grants.isEmpty() && refreshes.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Demand(
                logins.orElse(0),
                logouts.orElse(logins.orElse(0) * Demand.LOGOUTS_PER_LOGIN),
                grants.orElse(0),
                refreshes.orElse(0)));
    }

    /** A rate that is not worth a request in a minute is no load to size for. */
    private Optional<Demand> liveDemand() {
        return live.flatMap(LiveLoad::of).filter(demand -> demand.requests() > 0.02);
    }

    private Conditions conditions() {
        Conditions guide = Conditions.GUIDE;
        return new Conditions(
                json.number("hashCost").orElse(guide.hashCost()),
                json.number("tlsCost").orElse(guide.tlsCost()),
                json.number("roundTripMilliseconds").orElse(guide.roundTripMilliseconds()),
                json.number("concurrentClients").orElse(guide.concurrentClients()),
                json.number("cachedSessions").orElse(guide.cachedSessions()));
    }

    private GuideProfile guide() {
        Optional<String> name = json.text("guide");
        if (name.filter(MEASURED::equals).isEmpty()) {
            return name.map(GuideProfile::named).orElse(GuideProfile.NEWEST);
        }
        return live.flatMap(LiveLoad::calibration)
                .filter(Calibration::isGood)
                .map(calibration -> calibration.applyTo(GuideProfile.NEWEST))
                .orElseThrow(
                        () -> new IllegalArgumentException("guide \"measured\" needs user event metrics and rates that "
                                + "vary threefold over the last minutes and explain the processor time"));
    }

    private Optional<Installation> present() {
        return json.flag("present", true) ? live.map(LiveInstallation::of) : Optional.empty();
    }

    private Installation installation(Optional<Installation> present) {
        return new Installation(
                json.whole("pods", present.map(Installation::pods).orElse(3)),
                number("cpuRequest", present.map(Installation::requestCores)),
                number("cpuLimit", present.map(Installation::limitCores)),
                number("databaseCores", present.map(Installation::databaseCores)),
                json.number("databaseUse").orElse(Installation.DATABASE_USE),
                number("databaseWrites", present.map(Installation::databaseWrites)),
                number("maxConnections", present.map(Installation::maxConnections)),
                number("poolSize", present.map(Installation::poolSize)),
                number("requestThreads", present.map(Installation::requestThreads)),
                json.number("holdSeconds")
                        .orElse(present.map(Installation::holdSeconds).orElse(Installation.HOLD_SECONDS)),
                json.number("requestSeconds")
                        .orElse(present.map(Installation::requestSeconds).orElse(Installation.REQUEST_SECONDS)));
    }

    private OptionalDouble number(String name, Optional<OptionalDouble> otherwise) {
        OptionalDouble stated = json.number(name);
        return stated.isPresent() ? stated : otherwise.orElse(OptionalDouble.empty());
    }

    private static double cost(JsonRequest cost, int pods, int sites) {
        double price = cost.number("pricePerPodHour")
                .orElseThrow(() -> new IllegalArgumentException("cost.pricePerPodHour is missing"));
        List<Cost.Shift> day = cost.objects("shifts", MOST_SHIFTS).stream()
                .map(SizingRequest::shift)
                .toList();
        cost.requireNothingElse();
        return day.isEmpty()
                ? sites * Cost.ofMonth(List.of(new Cost.Shift(pods, ALL_DAY)), price)
                : Cost.ofMonth(day, price);
    }

    private static Cost.Shift shift(JsonRequest shift) {
        if (!shift.has("pods")) {
            throw new IllegalArgumentException("pods is missing in one of cost.shifts");
        }
        Cost.Shift read =
                new Cost.Shift(shift.whole("pods", 0), shift.number("hours").orElse(ALL_DAY));
        shift.requireNothingElse();
        return read;
    }
}
