package org.millrace.bulk.writer.model;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.representations.idm.ClientScopeRepresentation;
import org.keycloak.representations.idm.GroupRepresentation;
import org.keycloak.representations.idm.IdentityProviderMapperRepresentation;
import org.keycloak.representations.idm.IdentityProviderRepresentation;
import org.keycloak.representations.idm.MemberRepresentation;
import org.keycloak.representations.idm.OrganizationRepresentation;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;
import org.keycloak.representations.idm.RoleRepresentation;
import org.keycloak.representations.idm.authorization.PolicyRepresentation;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.keycloak.representations.idm.authorization.ResourceServerRepresentation;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.TransactionalWriter;
import org.millrace.bulk.entity.client.AuthorizationRecord;
import org.millrace.bulk.entity.client.ClientRecord;
import org.millrace.bulk.entity.clientscope.ClientScopeRecord;
import org.millrace.bulk.entity.group.GroupRecord;
import org.millrace.bulk.entity.identityprovider.IdentityProviderMapperRecord;
import org.millrace.bulk.entity.identityprovider.IdentityProviderRecord;
import org.millrace.bulk.entity.organization.OrganizationRecord;
import org.millrace.bulk.entity.organization.department.DepartmentRecord;
import org.millrace.bulk.entity.resource.ResourceRecord;
import org.millrace.bulk.entity.role.RoleRecord;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.IdMapping;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.UserRecord;
import org.millrace.server.KeycloakBridge;

/**
 * Assigns new ids to the records of an import and to their nested objects. References that may also be names are mapped by their
 * lookups: containers of roles, owners of resources, and references of policies.
 */
public final class NewIds {
    private static final Pattern QUOTED = Pattern.compile("\"([^\"\\\\]*)\"");

    private final IdMapping ids;

    private NewIds(IdMapping ids) {
        this.ids = ids;
    }

    /** A writer that gives new ids before it writes; the writer itself where records keep theirs. */
    public static TransactionalWriter before(TransactionalWriter writer, IdMapping ids) {
        NewIds mapped = new NewIds(ids);
        return ids.isKeeping() ? writer : (chunk, commit) -> writer.write(mapped.of(chunk), commit);
    }

    private Chunk of(Chunk chunk) {
        return new Chunk(chunk.entries().stream().map(this::of).toList(), chunk.maxProblems());
    }

    private Entry of(Entry entry) {
        return entry instanceof Entry.Readable readable
                ? new Entry.Readable(of(readable.item()), readable.bytes())
                : entry;
    }

    private ImportRecord of(ImportRecord item) {
        if (item instanceof UserRecord user) {
            return user.withIds(ids::of);
        }
        if (item instanceof ClientRecord client) {
            return new ClientRecord(client.position(), of(client.client()), client.named(), client.warnings());
        }
        if (item instanceof IdentityProviderRecord provider) {
            IdentityProviderRepresentation copy =
                    Representations.copy(provider.provider(), IdentityProviderRepresentation.class);
            copy.setInternalId(ids.map(copy.getInternalId()));
            return new IdentityProviderRecord(provider.position(), copy, provider.named(), provider.warnings());
        }
        if (item instanceof IdentityProviderMapperRecord mapper) {
            IdentityProviderMapperRepresentation copy =
                    Representations.copy(mapper.mapper(), IdentityProviderMapperRepresentation.class);
            copy.setId(ids.map(copy.getId()));
            return new IdentityProviderMapperRecord(mapper.position(), copy, mapper.warnings());
        }
        if (item instanceof ClientScopeRecord scope) {
            ClientScopeRepresentation copy = Representations.copy(scope.scope(), ClientScopeRepresentation.class);
            copy.setId(ids.map(copy.getId()));
            present(copy.getProtocolMappers()).forEach(mapper -> mapper.setId(ids.map(mapper.getId())));
            return new ClientScopeRecord(scope.position(), copy, scope.named(), scope.warnings());
        }
        if (item instanceof AuthorizationRecord settings) {
            return new AuthorizationRecord(settings.position(), of(settings.client()), settings.warnings());
        }
        if (item instanceof RoleRecord role) {
            RoleRepresentation copy = Representations.copy(role.role(), RoleRepresentation.class);
            copy.setId(ids.map(copy.getId()));
            return new RoleRecord(role.position(), copy, role.clientId(), role.named(), role.warnings());
        }
        if (item instanceof GroupRecord group) {
            GroupRepresentation copy = Representations.copy(group.group(), GroupRepresentation.class);
            map(copy);
            return new GroupRecord(group.position(), copy, group.named(), group.warnings());
        }
        if (item instanceof OrganizationRecord organization) {
            return of(organization);
        }
        if (item instanceof ResourceRecord resource) {
            ResourceRepresentation copy = Representations.copy(resource.resource(), ResourceRepresentation.class);
            map(copy);
            return new ResourceRecord(
                    resource.position(), copy, resource.clientId(), resource.named(), resource.warnings());
        }
        return item instanceof DepartmentRecord department ? department.withId(ids.map(department.id())) : item;
    }

    private void map(GroupRepresentation group) {
        group.setId(ids.map(group.getId()));
        group.setParentId(ids.map(group.getParentId()));
        present(group.getSubGroups()).forEach(this::map);
    }

    private OrganizationRecord of(OrganizationRecord item) {
        OrganizationRepresentation copy = Representations.copy(item.organization(), OrganizationRepresentation.class);
        copy.setId(ids.map(copy.getId()));
        List<MemberRepresentation> members = present(copy.getMembers());
        members.forEach(member -> member.setId(ids.map(member.getId())));
        KeycloakBridge.groupsOf(copy).forEach(this::map);
        return new OrganizationRecord(item.position(), copy, item.named(), item.warnings());
    }

    private ClientRepresentation of(ClientRepresentation client) {
        ClientRepresentation copy = Representations.copy(client, ClientRepresentation.class);
        if (copy.getId() != null && copy.getClientId() == null) {
            // Such a client goes by its id, which others may name.
            copy.setClientId(copy.getId());
        }
        copy.setId(ids.map(copy.getId()));
        for (ProtocolMapperRepresentation mapper : present(copy.getProtocolMappers())) {
            mapper.setId(ids.map(mapper.getId()));
        }
        if (copy.getAuthorizationSettings() != null) {
            map(copy.getAuthorizationSettings());
        }
        return copy;
    }

    private void map(ResourceServerRepresentation settings) {
        Set<String> old = new HashSet<>();
        settings.getScopes().forEach(scope -> old.add(String.valueOf(scope.getId())));
        settings.getScopes().forEach(this::map);
        for (ResourceRepresentation resource : settings.getResources()) {
            old.add(String.valueOf(resource.getId()));
            resource.getScopes().forEach(scope -> old.add(String.valueOf(scope.getId())));
            map(resource);
        }
        for (PolicyRepresentation policy : settings.getPolicies()) {
            old.add(String.valueOf(policy.getId()));
            policy.setId(ids.map(policy.getId()));
        }
        for (PolicyRepresentation policy : settings.getPolicies()) {
            Map<String, String> config = new HashMap<>(Objects.requireNonNullElse(policy.getConfig(), Map.of()));
            for (String list : List.of("resources", "scopes", "applyPolicies")) {
                config.computeIfPresent(list, (name, value) -> mapped(value, old));
            }
            policy.setConfig(config);
        }
    }

    /** A list of names and ids as JSON, with those ids mapped that things of the same settings have. */
    private String mapped(String list, Set<String> old) {
        return QUOTED.matcher(list).replaceAll(match -> {
            String text = match.group(1);
            return Matcher.quoteReplacement('"' + (old.contains(text) ? ids.of(text) : text) + '"');
        });
    }

    private void map(ResourceRepresentation resource) {
        resource.setId(ids.map(resource.getId()));
        resource.getScopes().forEach(this::map);
    }

    private void map(ScopeRepresentation scope) {
        scope.setId(ids.map(scope.getId()));
    }

    private static <T> List<T> present(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }
}
