package org.millrace.bulk.entity.user.prepare;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.millrace.bulk.entity.user.profile.DryRunState;
import org.millrace.bulk.entity.user.profile.MatchedBy;
import org.millrace.bulk.entity.user.profile.UserLookup;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.bulk.writer.MatchByEmail;

/** Finds the existing user of a record by its keys. For one transaction and its thread. */
final class UserMatching {
    private final RealmModel realm;
    private final UserLookup known;
    private final ImportScope scope;
    private final DryRunState dryRunState;
    private final CallerRights rights;

    UserMatching(RealmModel realm, UserLookup known, ImportScope scope, DryRunState dryRunState, CallerRights rights) {
        this.realm = realm;
        this.known = known;
        this.scope = scope;
        this.dryRunState = dryRunState;
        this.rights = rights;
    }

    /** An existing user that a record names by one of its keys. */
    record Match(String id, MatchedBy key) {}

    /**
     * The user of a record: by its id, else by its name, else by its email if it is unique and permitted as a key. The state of a
     * dry run has precedence over the database. Only a name finds a user whom the caller may neither view nor manage: a caller who may
     * create users learns that a name is taken, but nothing about ids, or whether an address is verified.
     */
    Optional<Match> match(UserRecord item) {
        String id = item.id();
        String username = username(item);
        Optional<String> byId = dryRunState
                .byId(id)
                .or(() -> id == null ? Optional.empty() : known.byId(id).filter(rights::mayKnow));
        Optional<String> byUsername = byId.isPresent()
                ? byId
                : dryRunState
                        .byUsername(username)
                        .or(() -> username.isEmpty() ? Optional.empty() : known.byUsername(username));
        if (byUsername.isPresent()) {
            return byUsername.map(found -> new Match(found, byId.isPresent() ? MatchedBy.ID : MatchedBy.USERNAME));
        }
        return byEmail(uniqueEmail(item.email())).map(found -> new Match(found, MatchedBy.EMAIL));
    }

    private Optional<String> byEmail(@Nullable String email) {
        if (email == null || scope.matchByEmail() == MatchByEmail.NEVER) {
            return Optional.empty();
        }
        boolean any = scope.matchByEmail() == MatchByEmail.ANY;
        Optional<String> earlier = dryRunState.byEmail(email);
        if (earlier.isPresent()) {
            return any ? earlier : dryRunState.byVerifiedEmail(email);
        }
        return known.byEmail(email).filter(rights::mayKnow).filter(id -> any || known.hasVerifiedEmail(id));
    }

    /** The email address of a rejected record may belong to the intended user. */
    Prepared withMatchingExplained(Prepared prepared) {
        if (!(prepared instanceof Prepared.Refused refused)) {
            return prepared;
        }
        String why = switch (scope.matchByEmail()) {
            case NEVER -> ". The record does not match that user: matchByEmail is never";
            case ANY -> ". The record does not match that user: you may neither view nor manage the user";
            case VERIFIED ->
                ". The record does not match that user: matchByEmail is verified and its stored email is not verified, or you may"
                        + " neither view nor manage the user";
        };
        return new Prepared.Refused(refused.problems().stream()
                .map(problem -> problem.code().equals("email-exists")
                        ? Violation.of(problem.code(), problem.field(), problem.detail() + why)
                        : problem)
                .toList());
    }

    /** A record that matched by another key than the username may be rejected for the username that it would change. */
    List<Violation> withMatchNamed(List<Violation> problems, UserRecord item, UserState current, MatchedBy key) {
        if (key == MatchedBy.USERNAME
                || !rights.mayView(current.id())
                || current.username().equalsIgnoreCase(item.username())) {
            return problems;
        }
        String match = "Record matches user \"" + current.username() + "\" by " + key.word() + ". ";
        return problems.stream()
                .map(problem -> "username".equals(problem.field())
                        ? new Violation(problem.code(), problem.field(), match + problem.detail(), problem.retryable())
                        : problem)
                .toList();
    }

    /** Where the email is the username, a record's email names the user as its username does elsewhere. */
    String username(UserRecord item) {
        String name = realm.isRegistrationEmailAsUsername() && item.email() != null ? item.email() : item.username();
        return name == null ? "" : KeycloakModelUtils.toLowerCaseSafe(name);
    }

    @Nullable
    String uniqueEmail(@Nullable String email) {
        return realm.isDuplicateEmailsAllowed() ? null : KeycloakModelUtils.toLowerCaseSafe(email);
    }
}
