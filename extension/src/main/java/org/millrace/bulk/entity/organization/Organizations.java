package org.millrace.bulk.entity.organization;

import java.util.Set;
import org.keycloak.representations.idm.OrganizationRepresentation;
import org.millrace.bulk.entity.CallerPermissions;
import org.millrace.bulk.entity.ModelType;
import org.millrace.bulk.entity.RecordType;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.parser.RepresentationJsonParser;
import org.millrace.server.KeycloakBridge;

/** Organizations, with members, identity providers and groups. */
public final class Organizations {
    public static final RecordType TYPE = new ModelType(
                    "organizations",
                    "organization",
                    OrganizationRecord.class,
                    "org",
                    "manage-organizations",
                    CallerPermissions::managesSomeOrganization,
                    permissions -> KeycloakBridge.mayManageOrganizations(permissions.evaluator()),
                    Organizations::parser,
                    OrganizationChunk::new)
            .deletedBy(
                    OrganizationRecord.class,
                    session -> new OrganizationDeletion(session.in(), session.users(), session.protection())::delete)
            .undoneBy(new OrganizationImage(), new RestorableMemberships());

    private Organizations() {}

    private static RecordParser parser(RecordLimits limits) {
        return new RepresentationJsonParser<>(
                limits,
                OrganizationRepresentation.class,
                Set.of("type"),
                (position, organization, json, named, warnings) ->
                        new OrganizationRecord(position, organization, named, warnings));
    }
}
