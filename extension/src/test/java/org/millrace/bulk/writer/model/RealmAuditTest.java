package org.millrace.bulk.writer.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;

class RealmAuditTest {
    @Test
    void configurationOfTheRealmHasALineWithTypeAndPath() {
        assertThat(RealmAudit.line(OperationType.CREATE, ResourceType.CLIENT, "clients", "1"))
                .contains("created client clients/1");
        assertThat(RealmAudit.line(
                        OperationType.UPDATE, ResourceType.IDENTITY_PROVIDER, "identity-provider", "instances", "saml"))
                .contains("changed identity provider identity-provider/instances/saml");
        assertThat(RealmAudit.line(OperationType.DELETE, ResourceType.GROUP, "default-groups", "2"))
                .contains("deleted default group default-groups/2");
    }

    @ParameterizedTest
    @EnumSource(
            names = {"USER", "GROUP", "REALM_ROLE", "CLIENT_ROLE", "AUTHORIZATION_RESOURCE", "ORGANIZATION_MEMBERSHIP"})
    void ordinaryEntitiesHaveNone(ResourceType type) {
        assertThat(RealmAudit.line(OperationType.CREATE, type, "path")).isEmpty();
    }
}
