package org.millrace.bulk.entity.user.prepare;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Characters;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.record.user.AssociationsRecord;
import org.millrace.bulk.record.user.ConsentRecord;
import org.millrace.bulk.record.user.CredentialRecord;
import org.millrace.bulk.record.user.FederatedIdentityRecord;
import org.millrace.bulk.record.user.HashRecord;
import org.millrace.bulk.record.user.IssuedCredentialRecord;
import org.millrace.bulk.record.user.MembershipRecord;
import org.millrace.bulk.record.user.VerifiableCredentialRecord;

/** Finds characters that PostgreSQL cannot store: NUL and unpaired surrogates. */
final class StorableText {
    private final Consumer<Violation> problems;

    private StorableText(Consumer<Violation> problems) {
        this.problems = problems;
    }

    static void check(UserRecord item, Consumer<Violation> problems) {
        StorableText check = new StorableText(problems);
        check.text("id", item.id());
        check.text("username", item.username());
        check.text("email", item.email());
        check.text("firstName", item.firstName());
        check.text("lastName", item.lastName());
        check.text("federationLink", item.federationLink());
        for (Map.Entry<String, List<String>> attribute : item.attributes().entrySet()) {
            check.text("attributes", attribute.getKey());
            check.texts("attributes", attribute.getValue());
        }
        check.texts("realmRoles", item.realmRoles());
        check.texts("groups", item.groups());
        for (Map.Entry<String, List<String>> client : item.clientRoles().entrySet()) {
            check.text("clientRoles", client.getKey());
            check.texts("clientRoles", client.getValue());
        }
        for (CredentialRecord credential : item.credentials()) {
            check.text("credentials.id", credential.id());
            check.text("credentials.type", credential.type());
            check.text("credentials.userLabel", credential.userLabel());
            check.text("credentials.secretData", credential.secretData());
            check.text("credentials.credentialData", credential.credentialData());
            check.paired("credentials.value", credential.value());
            HashRecord hash = credential.hash();
            if (hash != null) {
                check.paired("credentials.hash", hash.value());
                check.paired("credentials.hash", hash.salt());
                hash.parameters().values().forEach(value -> check.paired("credentials.hash", value));
            }
        }
        for (FederatedIdentityRecord link : item.federatedIdentities()) {
            check.text("federatedIdentities.identityProvider", link.identityProvider());
            check.text("federatedIdentities.userId", link.userId());
            check.text("federatedIdentities.userName", link.userName());
        }
        if (item.associations() != AssociationsRecord.NONE) {
            check.associations(item.associations());
        }
    }

    private void associations(AssociationsRecord associations) {
        text("serviceAccountClientId", associations.serviceAccountClientId());
        for (ConsentRecord consent : present(associations.clientConsents())) {
            text("clientConsents.clientId", consent.clientId());
            texts("clientConsents.grantedClientScopes", consent.clientScopes());
        }
        for (MembershipRecord membership : present(associations.organizations())) {
            text("organizations.alias", membership.alias());
            texts("organizations.groups", membership.groups());
        }
        for (VerifiableCredentialRecord credential : present(associations.verifiableCredentials())) {
            text("verifiableCredentials.credentialScopeName", credential.credentialScopeName());
            text("verifiableCredentials.revision", credential.revision());
            Map<String, List<String>> attributes =
                    credential.userAttributes() == null ? Map.of() : credential.userAttributes();
            attributes.forEach((name, values) -> {
                text("verifiableCredentials.userAttributes", name);
                texts("verifiableCredentials.userAttributes", values);
            });
        }
        for (IssuedCredentialRecord issued : present(associations.issuedVerifiableCredentials())) {
            text("issuedVerifiableCredentials.credentialType", issued.credentialType());
            text("issuedVerifiableCredentials.clientId", issued.clientId());
            text("issuedVerifiableCredentials.revision", issued.revision());
        }
    }

    private static <T> List<T> present(@Nullable List<T> named) {
        return named == null ? List.of() : named;
    }

    private void texts(String field, List<String> texts) {
        for (String text : texts) {
            text(field, text);
        }
    }

    private void text(String field, @Nullable String text) {
        if (text != null && !Characters.areStorable(text)) {
            problems.accept(Violation.of("invalid-character", field, "Contains NUL or an unpaired surrogate"));
        }
    }

    /** Passwords and their hashes are stored in another form: the text needs a UTF-8 form only. */
    private void paired(String field, @Nullable String text) {
        if (text != null && !Characters.arePaired(text)) {
            problems.accept(Violation.of("invalid-character", field, "Contains an unpaired surrogate"));
        }
    }
}
