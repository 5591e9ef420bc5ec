package org.millrace.bulk.entity;

import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Fine-grained permissions, which allow somebody to change some entities of a kind and not others. */
final class FineGrained {
    private FineGrained() {}

    /** Whether a realm has them, and the caller is of that realm: of others, Keycloak does not ask them. */
    static boolean applyTo(AdminPermissionEvaluator permissions) {
        return permissions.adminAuth().getRealm().isAdminPermissionsEnabled();
    }
}
