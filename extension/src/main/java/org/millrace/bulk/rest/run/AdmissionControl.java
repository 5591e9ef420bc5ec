package org.millrace.bulk.rest.run;

import java.util.function.BooleanSupplier;
import org.millrace.bulk.rest.setting.ImportSettings;
import org.millrace.server.problem.Problem;

/** Limits the imports that run at the same time on this node, in total and for each user. Thread-safe. */
public final class AdmissionControl {
    private final ImportSettings settings;
    private final BooleanSupplier stopping;
    private final ImportPermits imports;

    /** @param stopping whether the server is about to stop, so that no further import begins */
    AdmissionControl(ImportSettings settings, BooleanSupplier stopping) {
        this.settings = settings;
        this.stopping = stopping;
        this.imports =
                new ImportPermits(settings.maxImports(), settings.limits().maxImportsPerUser());
    }

    /**
     * The right to run one import.
     *
     * @param userId of the caller
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 429 if too many run, or of 503 if the server stops
     */
    public Admission admit(String userId) {
        if (stopping.getAsBoolean()) {
            throw later(
                    503,
                    "shutting-down",
                    "The server is about to stop",
                    "Send the request to another node, or repeat it later");
        }
        return switch (imports.take(userId)) {
            case TAKEN -> new Admission(imports, userId);
            case ALL_TAKEN ->
                throw later(
                        429,
                        "too-many-imports",
                        "Too many imports are running",
                        "This node runs " + settings.maxImports() + " imports, the maximum of the setting max-imports");
            case USER_HAS_ENOUGH ->
                throw later(
                        429,
                        "too-many-imports",
                        "Too many imports are running",
                        "The user runs " + settings.limits().maxImportsPerUser()
                                + " imports on this node, the maximum of the setting max-imports-per-user");
        };
    }

    private static RuntimeException later(int status, String code, String title, String detail) {
        return new Problem(status, code, title, detail).exception(Problem.SOON);
    }
}
