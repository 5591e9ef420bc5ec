package org.millrace.bulk.entity.user.model;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.keycloak.credential.CredentialModel;
import org.keycloak.models.FederatedIdentityModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.ChunkCommit;
import org.millrace.bulk.chunk.ChunkFailedException;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.TransactionalWriter;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.entity.user.prepare.Prepared;
import org.millrace.bulk.entity.user.prepare.References;
import org.millrace.bulk.entity.user.prepare.UserAudit;
import org.millrace.bulk.entity.user.prepare.UserImages;
import org.millrace.bulk.entity.user.prepare.UserOutcomes;
import org.millrace.bulk.entity.user.prepare.UserPreparation;
import org.millrace.bulk.entity.user.profile.DryRunState;
import org.millrace.bulk.entity.user.state.AssociationChange;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.user.FederatedIdentityRecord;
import org.millrace.bulk.undo.BeforeImages;
import org.millrace.bulk.writer.ChunkTransaction;
import org.millrace.bulk.writer.ConcurrentChangeException;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.bulk.writer.ReferencedRows;
import org.millrace.bulk.writer.id.TimeOrderedIds;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.server.Database;
import org.millrace.server.JpaSession;
import org.millrace.server.Transactions;
import org.millrace.server.UserEntities;

/** Writes users one by one through Keycloak's own model, which knows every database that Keycloak supports. */
public final class ModelUserWriter implements TransactionalWriter, ModelChunk {
    private final ChunkTransaction transaction;
    private final Database database;
    private final ImportScope scope;
    private final References references;
    private final DryRunState dryRunState;
    private final UserListener listener;
    private final InstantSource clock;
    private final ReentrantLock changing = new ReentrantLock();

    /** Writes users of one import. */
    public ModelUserWriter(
            Transactions transactions,
            Database database,
            ImportScope scope,
            DryRunState dryRunState,
            UserListener listener,
            InstantSource clock) {
        this.transaction = new ChunkTransaction(transactions, database, scope.realmId(), dryRunState.isReal());
        this.database = database;
        this.scope = scope;
        this.references = new References(scope.caller(), scope.growing());
        this.dryRunState = dryRunState;
        this.listener = listener;
        this.clock = clock;
    }

    @Override
    public List<Outcome> write(Chunk chunk, ChunkCommit commit) throws ChunkFailedException {
        if (!scope.onConflict().isChanging()) {
            return transact(chunk, commit);
        }
        // One after the other: the model reads a user long before it writes it, and another chunk may contain the same
        // user.
        changing.lock();
        try {
            return transact(chunk, commit);
        } finally {
            changing.unlock();
        }
    }

    private List<Outcome> transact(Chunk chunk, ChunkCommit commit) throws ChunkFailedException {
        try {
            return transaction.run(commit, (session, realm, referenced) -> write(chunk, session, realm, referenced));
        } catch (ChunkFailedException e) {
            references.forget();
            throw e;
        }
    }

    @Override
    public List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm) {
        try {
            return write(chunk, session, realm, new ReferencedRows());
        } catch (RuntimeException e) {
            // The next transaction of a dry run creates referenced entities again, with other ids.
            references.forget();
            throw e;
        }
    }

    private List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm, ReferencedRows referenced) {
        UserPreparation preparation = new UserPreparation(
                session,
                realm,
                new ModelUsers(session, realm, database),
                scope,
                references.in(session, realm),
                dryRunState.in(session),
                new TimeOrderedIds(clock),
                clock.millis());
        List<Prepared> written = new ArrayList<>(chunk.size());
        Optional<BeforeImages> images = BeforeImages.of(session);
        List<Outcome> outcomes = Outcomes.ofEach(chunk, item -> {
            Prepared prepared = preparation.prepare((UserRecord) item);
            if (chunk.size() > 1) {
                preparation.refuseFormerPasswords();
            }
            write(prepared, preparation, session, realm);
            refer(prepared, referenced);
            images.ifPresent(each -> UserImages.add(each, (UserRecord) item, prepared));
            written.add(prepared);
            if (prepared instanceof Prepared.Changed changed) {
                UserAudit.add(session, scope, List.of(changed.change()));
            }
            return UserOutcomes.of(item, prepared);
        });
        UserAudit.addNew(session, realm, scope, created(written));
        if (preparation.hasFormerPassword()) {
            JpaSession.flush(session);
            preparation.refuseFormerPasswords();
        }
        written.forEach(prepared -> tell(prepared, session));
        preparation.rememberPredicted();
        return outcomes;
    }

    private static List<UserState> created(List<Prepared> written) {
        return written.stream()
                .filter(Prepared.Accepted.class::isInstance)
                .map(prepared -> ((Prepared.Accepted) prepared).user())
                .toList();
    }

    private static void write(
            Prepared prepared, UserPreparation preparation, KeycloakSession session, RealmModel realm) {
        if (prepared instanceof Prepared.Accepted accepted) {
            preparation.removeReplaced(accepted.user().id());
            add(accepted.user(), session, realm);
        } else if (prepared instanceof Prepared.Changed changed) {
            ModelUserChange.apply(changed.change(), session, realm);
        }
    }

    private static void refer(Prepared prepared, ReferencedRows referenced) {
        if (prepared instanceof Prepared.Accepted accepted) {
            referenced.add(accepted.user());
        } else if (prepared instanceof Prepared.Changed changed) {
            referenced.add(changed.change());
        }
    }

    /** Fires events at the end, so that a retry after a rejected record does not fire them twice. */
    private void tell(Prepared prepared, KeycloakSession session) {
        if (prepared instanceof Prepared.Accepted accepted) {
            listener.created(accepted.user(), session);
        } else if (prepared instanceof Prepared.Changed changed) {
            listener.updated(changed.change().target(), session);
        }
    }

    private static void add(UserState user, KeycloakSession session, RealmModel realm) {
        UserModel model = UserEntities.forCreation(session).addUser(realm, user.id(), user.username(), true, true);
        model.setEnabled(user.enabled());
        model.setEmail(user.email());
        model.setEmailVerified(user.emailVerified());
        model.setFirstName(user.firstName());
        model.setLastName(user.lastName());
        model.setCreatedTimestamp(user.createdTimestamp());
        model.setFederationLink(user.federationLink());
        attributes(user).forEach(model::setAttribute);
        user.roleIds().forEach(id -> model.grantRole(present(realm.getRoleById(id), "role", id)));
        user.groupIds().forEach(id -> model.joinGroup(present(realm.getGroupById(id), "group", id)));
        user.requiredActions().forEach(model::addRequiredAction);
        user.credentials().forEach(credential -> model.credentialManager().createStoredCredential(model(credential)));
        for (FederatedIdentityRecord link : user.federatedIdentities()) {
            session.users()
                    .addFederatedIdentity(
                            realm,
                            model,
                            new FederatedIdentityModel(link.identityProvider(), link.userId(), link.userName()));
        }
        if (user.notBefore() != 0) {
            session.users().setNotBeforeForUser(realm, model, user.notBefore());
        }
        if (user.serviceAccountClient() != null) {
            model.setServiceAccountClientLink(user.serviceAccountClient());
        }
        if (user.associations() != null) {
            new ModelAssociations(session, realm, model)
                    .apply(new AssociationChange(UserAssociations.NONE, user.associations()));
        }
    }

    /** Names were looked up a moment ago. */
    static <T> T present(@Nullable T found, String kind, String id) {
        if (found == null) {
            throw new ConcurrentChangeException("a referenced " + kind + " was removed while users were being written");
        }
        return found;
    }

    private static Map<String, List<String>> attributes(UserState user) {
        Map<String, List<String>> attributes = new LinkedHashMap<>();
        for (UserState.Attribute attribute : user.attributes()) {
            attributes
                    .computeIfAbsent(attribute.name(), name -> new ArrayList<>())
                    .add(attribute.value());
        }
        return attributes;
    }

    static CredentialModel model(UserState.StoredCredential credential) {
        CredentialModel model = new CredentialModel();
        model.setId(credential.id());
        model.setType(credential.type());
        model.setUserLabel(credential.userLabel());
        model.setCreatedDate(credential.createdDate());
        model.setSecretData(credential.secretData());
        model.setCredentialData(credential.credentialData());
        return model;
    }
}
