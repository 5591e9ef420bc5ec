package org.millrace.bulk.entity.user.credential;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.credential.OTPCredentialModel;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.millrace.bulk.entity.user.state.UserState.StoredCredential;
import org.millrace.bulk.record.user.CredentialRecord;

/** Finds the stored credential that a record means: by its id, as the only one of its type, by its label, or by its content. */
final class CredentialMatching {
    private CredentialMatching() {}

    /** Index of the stored credential that a record refers to, or -1. */
    static int indexOf(CredentialRecord credential, List<StoredCredential> stored, Set<String> named) {
        String type = storedType(credential.type());
        int place = -1;
        for (int i = 0; i < stored.size(); i++) {
            StoredCredential other = stored.get(i);
            if (!other.type().equals(type) || named.contains(other.id())) {
                continue;
            }
            if (UserCredentials.SINGLE.containsKey(type) || other.id().equals(credential.id())) {
                return i;
            }
            boolean sameLabel =
                    credential.userLabel() != null && credential.userLabel().equals(other.userLabel());
            boolean sameContent = credential.secretData() != null
                    && credential.secretData().equals(other.secretData())
                    && Objects.equals(credential.credentialData(), other.credentialData())
                    && SecretComparison.isSafe(other);
            if (sameLabel || sameContent) {
                place = i;
            }
        }
        return place;
    }

    /** The type as it is stored: one-time passwords go by two more names in records. */
    static String storedType(@Nullable String type) {
        if (type == null) {
            return PasswordCredentialModel.TYPE;
        }
        return type.equals(OTPCredentialModel.TOTP) || type.equals(OTPCredentialModel.HOTP)
                ? OTPCredentialModel.TYPE
                : type;
    }
}
