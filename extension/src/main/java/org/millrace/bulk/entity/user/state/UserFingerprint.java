package org.millrace.bulk.entity.user.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.entity.user.state.UserState.StoredCredential;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.undo.Fingerprint;

/** The fingerprints of a user, by which an undo notices that the user was changed since the import. */
public final class UserFingerprint {
    private static final char FIELD = '\u0001';
    private static final char ITEM = '\u0002';

    /** The attribute in which Keycloak stores when a user accepted the terms. */
    private static final String ACCEPTED_TERMS = "terms_and_conditions";

    private UserFingerprint() {}

    /** The image of a user that a record created. */
    public static BeforeImage created(long line, UserState user) {
        boolean associations = user.associations() != null;
        return BeforeImage.created(line, user.id(), of(user, associations, true), associations);
    }

    /**
     * The image of a user that a record changed.
     *
     * @param clearPassword whether the record sets a password in clear text. Without their fingerprint, an undo leaves the credentials as they are:
     *     otherwise a caller could set passwords and undo it, until one is rejected as a former password
     */
    public static BeforeImage updated(long line, UserChange change, boolean clearPassword) {
        boolean associations =
                change.current().associations() != null && change.target().associations() != null;
        return new BeforeImage(
                line,
                change.target().id(),
                of(change.target(), associations, false),
                clearPassword ? null : ofCredentials(change.target().credentials()),
                associations,
                isRestorable(change) ? UserStateJson.write(change.current()) : null);
    }

    /** Of a verifiable credential, the stored state has the scope only. */
    private static boolean isRestorable(UserChange change) {
        return change.associations().removedCredentials().isEmpty()
                && change.associations().addedCredentials().isEmpty();
    }

    /** Whether a user is, apart from credentials, as the job left it. */
    public static boolean isSame(UserState user, BeforeImage image) {
        return of(user, image.associations(), image.isCreated()).equals(image.after());
    }

    /**
     * The fingerprint of all but the credentials, which a login may replace.
     *
     * @param associations whether to include consents and organization memberships
     * @param created whether to leave out what a created user changes by logging in: required actions, accepted terms, a verified email
     *     address and consents
     */
    static String of(UserState user, boolean associations, boolean created) {
        StringBuilder text = new StringBuilder(512);
        add(text, user.username());
        add(text, user.email());
        add(text, user.firstName());
        add(text, user.lastName());
        text.append('=').append(user.enabled()).append(',').append(user.createdTimestamp());
        text.append(',').append(user.notBefore()).append(FIELD);
        add(text, user.federationLink());
        add(text, user.serviceAccountClient());
        List<String> attributes = new ArrayList<>(user.attributes().size());
        for (UserState.Attribute each : user.attributes()) {
            if (!created || !each.name().equals(ACCEPTED_TERMS)) {
                attributes.add(each.name() + FIELD + each.value());
            }
        }
        addSorted(text, attributes);
        addSorted(text, user.roleIds());
        addSorted(text, user.groupIds());
        addSorted(
                text,
                user.federatedIdentities().stream()
                        .map(each -> each.identityProvider() + FIELD + each.userId() + FIELD + each.userName())
                        .toList());
        if (!created) {
            add(text, String.valueOf(user.emailVerified()));
            addSorted(text, user.requiredActions());
        }
        UserAssociations stored = user.associations();
        if (associations && stored != null) {
            if (!created) {
                addSorted(
                        text,
                        stored.consents().stream()
                                .map(each -> each.clientId() + sorted(each.scopeIds()))
                                .toList());
            }
            addSorted(
                    text,
                    stored.memberships().stream()
                            .map(each -> each.organizationId() + each.managed() + sorted(each.groupIds()))
                            .toList());
            addSorted(
                    text,
                    stored.verifiableCredentials().stream()
                            .map(UserAssociations.VerifiableCredential::clientScopeId)
                            .toList());
        }
        return Fingerprint.of(text.toString());
    }

    /** The fingerprint of credentials in their order. */
    public static String ofCredentials(List<StoredCredential> credentials) {
        StringBuilder text = new StringBuilder(256);
        for (StoredCredential each : credentials) {
            add(text, each.id());
            add(text, each.type());
            add(text, each.userLabel());
            add(text, String.valueOf(each.createdDate()));
            add(text, each.secretData());
            add(text, each.credentialData());
        }
        return Fingerprint.of(text.toString());
    }

    private static void add(StringBuilder text, @Nullable String value) {
        if (value != null) {
            text.append('=').append(value);
        }
        text.append(FIELD);
    }

    private static void addSorted(StringBuilder text, Collection<String> values) {
        addItems(text, values);
        text.append(FIELD);
    }

    private static String sorted(Collection<String> values) {
        StringBuilder text = new StringBuilder();
        addItems(text, values);
        return text.toString();
    }

    private static void addItems(StringBuilder text, Collection<String> values) {
        String[] items = values.toArray(String[]::new);
        Arrays.sort(items);
        for (String item : items) {
            text.append(item).append(ITEM);
        }
    }
}
