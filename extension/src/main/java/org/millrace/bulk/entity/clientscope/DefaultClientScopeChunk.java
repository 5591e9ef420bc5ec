package org.millrace.bulk.entity.clientscope;

import jakarta.ws.rs.WebApplicationException;
import java.util.List;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.ClientPermissionEvaluator;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.ReferencedRows.Table;
import org.millrace.bulk.writer.Validation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.ClientScopeNames;
import org.millrace.bulk.writer.model.EntityOutcomes;
import org.millrace.bulk.writer.model.RejectionMapping;
import org.millrace.server.KeycloakBridge;

/**
 * Assigns client scopes to the realm as {@code PUT /default-default-client-scopes/{id}} and {@code PUT
 * /default-optional-client-scopes/{id}} do.
 */
final class DefaultClientScopeChunk {
    private DefaultClientScopeChunk() {}

    static Outcome write(DefaultClientScopeRecord item, ChunkSession within) {
        ValidationResult result = new ValidationResult(within.validation(), item.warnings());
        ClientPermissionEvaluator clients = within.permissions().clients();
        if (!clients.canManageClientScopes()) {
            return Outcomes.rejected(item, List.of(forbidden()));
        }
        RealmModel realm = within.realm();
        String name = item.name();
        ClientScopeModel named = name == null ? null : ClientScopeNames.find(name, realm);
        boolean mayView = named == null ? clients.canViewClientScopes() : clients.canView(named);
        // With another mode than merge, the outcome shows whether the realm assigns the client scope.
        if (!mayView && name != null && (named == null || within.onConflict() != OnConflict.MERGE)) {
            return Outcomes.rejected(item, List.of(forbidden()));
        }
        if (named == null) {
            result.reject(
                    name == null
                            ? Violation.of("missing-name", "name", "Missing field \"name\"")
                            : Violation.of(
                                    "unknown-client-scope",
                                    "name",
                                    "Client scope \"" + name + "\" does not exist in realm \"" + realm.getName()
                                            + "\""));
            return Outcomes.rejected(item, result.problems());
        }
        boolean isDefault = isAssigned(realm, named, true);
        boolean isOptional = isAssigned(realm, named, false);
        boolean isKept = item.optional() ? isOptional : isDefault;
        if ((isDefault || isOptional) && within.onConflict() == OnConflict.FAIL) {
            result.reject(Violation.of(
                    "default-client-scope-exists",
                    "name",
                    "Client scope \"" + name + "\" is already " + (isDefault ? "a default" : "an optional")
                            + " client scope of the realm"));
        } else if (!isKept || !mayView) {
            check(named, item, result, within);
        }
        if (result.isRejected()) {
            return Outcomes.rejected(item, result.problems());
        }
        boolean changes = !isKept && !((isDefault || isOptional) && within.onConflict() == OnConflict.SKIP);
        if (changes || !mayView) {
            within.changing(item.position(), named.getId(), () -> DefaultClientScopeState.of(within, named.getId()));
        }
        if (changes) {
            RejectionMapping.orPartialWrite(() -> {
                assign(named, item.optional(), isDefault, isOptional, within);
                return named;
            });
        }
        return EntityOutcomes.of(item, false, changes || !mayView, named.getId(), result.warnings());
    }

    private static Violation forbidden() {
        return Violation.of(
                "forbidden-client-scope",
                null,
                "You may not change this default client scope of the realm, or the client scope does not exist");
    }

    private static boolean isAssigned(RealmModel realm, ClientScopeModel scope, boolean byDefault) {
        return realm.getDefaultClientScopesStream(byDefault)
                .anyMatch(each -> each.getId().equals(scope.getId()));
    }

    private static void check(
            ClientScopeModel named, DefaultClientScopeRecord item, ValidationResult result, ChunkSession within) {
        if (result.validation() == Validation.OFF) {
            return;
        }
        if (!item.optional() && KeycloakBridge.isParameterized(named)) {
            result.object(Violation.of(
                    "invalid-default-client-scope",
                    "optional",
                    "A client scope with a parameter can only be an optional one"));
        }
        try {
            KeycloakBridge.validateClientScopeAssignment(within.session(), named, !item.optional(), within.realm());
        } catch (WebApplicationException e) {
            result.object(Violation.of(
                    "invalid-default-client-scope",
                    "name",
                    "The protocol of the client scope does not allow that the realm assigns it"));
        }
    }

    private static void assign(
            ClientScopeModel named, boolean optional, boolean wasDefault, boolean wasOptional, ChunkSession within) {
        if (wasDefault || wasOptional) {
            within.realm().removeDefaultClientScope(named);
            tell(OperationType.DELETE, named, wasOptional, within);
        }
        within.realm().addDefaultClientScope(named, !optional);
        within.refersTo(Table.CLIENT_SCOPE, named.getId());
        tell(OperationType.CREATE, named, optional, within);
    }

    static void tell(OperationType operation, ClientScopeModel named, boolean optional, ChunkSession within) {
        within.tell(
                operation,
                ResourceType.CLIENT_SCOPE,
                () -> null,
                optional ? "default-optional-client-scopes" : "default-default-client-scopes",
                named.getId());
    }
}
