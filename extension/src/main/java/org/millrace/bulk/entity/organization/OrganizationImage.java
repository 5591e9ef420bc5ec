package org.millrace.bulk.entity.organization;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.keycloak.models.IdentityProviderModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.OrganizationModel;
import org.keycloak.organization.OrganizationProvider;
import org.millrace.bulk.entity.RestorableEntity;
import org.millrace.bulk.entity.group.GroupImage;
import org.millrace.bulk.entity.organization.member.OrganizationMemberships;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.EntityQueries;
import org.millrace.bulk.undo.EntityRows;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.undo.StateParts.Reader;
import org.millrace.bulk.undo.StoredEntity;
import org.millrace.bulk.writer.OrganizationAccess;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;
import org.millrace.server.JpaSession;

/** The state of an organization as a record that restores it. */
public final class OrganizationImage extends RestorableEntity {
    private static final EntityTable TABLE = new EntityTable("org");
    private static final String PROVIDERS = "identityProviders";

    /** An organization with its domains, identity providers, groups, and managed members. */
    private static final EntityRows ROWS =
            new EntityRows(
                    TABLE,
                    EntityRows.part("t.*", "{org} t", "t.id"),
                    EntityRows.part("t.*", "{org_domain} t", "t.org_id"),
                    EntityRows.part("t.internal_id", "{identity_provider} t", "t.organization_id"),
                    EntityRows.part(
                            "t.name, t.value", "{group_attribute} t JOIN {org} o ON o.group_id = t.group_id", "o.id")) {
                @Override
                protected void addRelated(EntityQueries queries, Map<String, StoredEntity> found) throws SQLException {
                    Map<String, String> roots = new HashMap<>();
                    queries.pairs("id", "group_id", "org", found.keySet())
                            .forEach(pair -> roots.put(pair.id(), pair.parent()));
                    queries.pairs(
                                    "group_id",
                                    "user_id",
                                    "user_group_membership",
                                    roots.keySet(),
                                    "membership_type = 'MANAGED'")
                            .forEach(member -> Objects.requireNonNull(
                                            found.get(Objects.requireNonNull(roots.get(member.parent()))))
                                    .addChild(member.id(), false));
                    GroupImage.ROWS.addSubgroups(queries, found, roots);
                }
            };

    OrganizationImage() {
        super("organization", TABLE);
    }

    @Override
    public Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        return Reader.ofEach(key -> of(in.session(), key.id())).states(keys);
    }

    @Override
    public boolean mayChange(ChunkSession in, String id) {
        OrganizationProvider organizations = in.session().getProvider(OrganizationProvider.class);
        OrganizationModel organization = organizations == null ? null : organizations.getById(id);
        return organization != null && OrganizationAccess.mayManage(in.permissions(), organization);
    }

    @Override
    public Optional<EntityRows> rows() {
        return Optional.of(ROWS);
    }

    /** The members existed before the organizations; those that the job created have records of their own. */
    @Override
    public boolean release(ChunkSession in, List<String> ids) {
        OrganizationMemberships memberships = new OrganizationMemberships(in);
        ids.stream().filter(id -> mayChange(in, id)).forEach(memberships::release);
        JpaSession.flush(in.session());
        // The members of an organization that stays keep the type of their membership.
        return true;
    }

    /** Omits unchanged identity providers, because changing them needs a permission that the job may not have needed. */
    @Override
    protected List<Violation> restore(ChunkSession in, Records records, Change change) {
        JsonNode target = StateJson.read(change.state(), JsonNode.class);
        JsonNode now = StateJson.read(change.now(), JsonNode.class);
        if (target instanceof ObjectNode fields && fields.path(PROVIDERS).equals(now.path(PROVIDERS))) {
            fields.remove(PROVIDERS);
        }
        return records.replace(in, word(), change.position(), StateJson.text(target));
    }

    @Override
    public PartKey partKey(String id, String part) {
        return new PartKey(part.equals(id) ? word() : DepartmentState.TYPE, part);
    }

    /** The record of an organization with its domains and identity providers, without its members and groups. */
    public static String of(KeycloakSession session, String id) {
        OrganizationProvider organizations = session.getProvider(OrganizationProvider.class);
        OrganizationModel organization = organizations == null ? null : organizations.getById(id);
        if (organization == null) {
            return StateJson.ABSENT;
        }
        OrganizationFields fields = OrganizationFields.of(organization);
        ObjectNode record = JsonNodeFactory.instance.objectNode();
        record.put("id", id)
                .put("name", fields.name())
                .put("alias", fields.alias())
                .put("enabled", fields.enabled())
                .put("description", fields.description())
                .put("redirectUrl", fields.redirectUrl());
        record.set("attributes", StateJson.attributes(fields.attributes()));
        ArrayNode domains = record.putArray("domains");
        new TreeMap<>(fields.domains())
                .forEach((name, verified) ->
                        domains.addObject().put("name", name).put("verified", verified));
        ArrayNode providers = record.putArray(PROVIDERS);
        organization
                .getIdentityProviders()
                .map(IdentityProviderModel::getAlias)
                .sorted()
                .forEach(alias -> providers.addObject().put("alias", alias));
        return StateJson.text(record);
    }
}
