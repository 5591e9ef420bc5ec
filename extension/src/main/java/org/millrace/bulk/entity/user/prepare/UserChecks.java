package org.millrace.bulk.entity.user.prepare;

import org.keycloak.models.RealmModel;
import org.millrace.bulk.entity.user.credential.UserCredentials;
import org.millrace.bulk.entity.user.profile.UserLookup;
import org.millrace.bulk.entity.user.profile.UserProfiles;
import org.millrace.bulk.writer.ImportScope;

/** The checks that new and existing users share. For one transaction and its thread. */
record UserChecks(
        RealmModel realm,
        ImportScope scope,
        UserLookup known,
        UserProfiles profiles,
        UserCredentials credentials,
        ReferenceLookup references,
        NamedMemberships memberships,
        NamedAssociations associations,
        ManagedMemberLinks memberLinks,
        RealmDefaults defaults) {}
