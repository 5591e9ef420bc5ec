package org.millrace.bulk.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.keycloak.common.Version;
import org.millrace.bulk.entity.EntityType;
import org.millrace.bulk.format.source.Sources;
import org.millrace.bulk.job.JobSupport;
import org.millrace.bulk.registry.EntityTypes;
import org.millrace.bulk.registry.EntityWriters;
import org.millrace.bulk.rest.setting.ImportOptions;
import org.millrace.server.Compatibility;
import org.millrace.server.Database;
import org.millrace.server.MissingFeatures;

/** The document of {@code GET .../bulk-import}: versions, and what this server imports and how. */
final class Overview {
    private Overview() {}

    static String json(Database database, JobSupport jobs, Sources sources) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("version", Compatibility.millraceVersion());
        ObjectNode keycloak =
                document.putObject("keycloak").put("version", Version.VERSION).put("supported", Compatibility.range());
        ArrayNode missing = keycloak.putArray("missing");
        MissingFeatures.ofServer().forEach(missing::add);
        document.put("database", database.product());
        ArrayNode entities = document.putArray("entities");
        for (EntityType type : EntityTypes.all()) {
            ObjectNode entity = entities.addObject().put("name", type.name());
            ArrayNode formats =
                    entity.putArray("formats").add("application/x-ndjson").add("application/json");
            if (type.hasCsv()) {
                formats.add("text/csv");
            }
            writer(type.name(), database, entity.putObject("writer"));
        }
        ArrayNode names = document.putArray("sources").add(ImportOptions.KEYCLOAK);
        sources.names().forEach(names::add);
        ObjectNode ofJobs = document.putObject("jobs").put("available", jobs == JobSupport.AVAILABLE);
        if (jobs != JobSupport.AVAILABLE) {
            ofJobs.put("reason", jobs.detail());
        }
        return document.toString();
    }

    private static void writer(String entity, Database database, ObjectNode writer) {
        if (entity.equals("records")) {
            writer.put("name", "mixed").put("reason", "each record goes through the writer of its own entity");
        } else if (EntityWriters.canCopy(entity)) {
            EntityWriters.obstacle(entity, database)
                    .ifPresentOrElse(
                            reason -> writer.put("name", "model").put("reason", reason),
                            () -> writer.put("name", "copy").put("reason", copyReason(entity)));
        } else {
            writer.put("name", "model").put("reason", "Keycloak's model writes this entity on every database");
        }
    }

    private static String copyReason(String entity) {
        return entity.equals("users")
                ? "COPY writes the rows, except with events=each and in changes to federated users"
                : "COPY writes the rows of new " + entity + "; Keycloak's model changes existing ones";
    }
}
