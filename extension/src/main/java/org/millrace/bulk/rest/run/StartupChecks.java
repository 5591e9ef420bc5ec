package org.millrace.bulk.rest.run;

import java.sql.SQLException;
import java.util.List;
import org.jboss.logging.Logger;
import org.keycloak.common.Version;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.entity.EntityType;
import org.millrace.bulk.password.UnverifiablePasswords;
import org.millrace.bulk.registry.EntityTypes;
import org.millrace.bulk.registry.EntityWriters;
import org.millrace.server.Database;
import org.millrace.server.MissingFeatures;

/** Checks of the version and the database after the start of the server. They log what they find, and change nothing. */
record StartupChecks(BulkImport bulkImport) {
    private static final Logger LOG = Logger.getLogger(StartupChecks.class);

    /** Logs what this version of Keycloak lacks. */
    void version() {
        List<String> missing = MissingFeatures.ofServer();
        if (!missing.isEmpty()) {
            LOG.infof("Not available on Keycloak %s: %s", Version.VERSION, String.join(", ", missing));
        }
    }

    /** Logs imported passwords that this version cannot verify: their users would get no reason. */
    void passwords() {
        try {
            UnverifiablePasswords.warning(bulkImport.database()).ifPresent(LOG::warn);
        } catch (SQLException | RuntimeException e) {
            LOG.info("Imported passwords could not be checked at the start", RedactedException.of(e));
        }
    }

    /** Logs the entities whose records do not go through COPY because a table is not as COPY needs it. */
    void tables() {
        try {
            Database own = bulkImport.database();
            for (EntityType type : EntityTypes.all()) {
                if (EntityWriters.canCopy(type.name())) {
                    EntityWriters.schemaMismatch(type.name(), own)
                            .ifPresent(reason -> LOG.warnf(
                                    "COPY is not used for %s: %s. Imports write them through Keycloak's model, which is slower.",
                                    type.name(), reason));
                }
            }
        } catch (SQLException | RuntimeException e) {
            LOG.warn(
                    "The tables could not be checked at the start; the first import checks them",
                    RedactedException.of(e));
        }
    }
}
