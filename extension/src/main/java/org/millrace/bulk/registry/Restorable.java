package org.millrace.bulk.registry;

import java.util.Arrays;
import java.util.Optional;
import org.keycloak.models.ClientModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RoleModel;
import org.keycloak.organization.OrganizationProvider;
import org.millrace.bulk.entity.client.ClientImage;
import org.millrace.bulk.entity.group.GroupImage;
import org.millrace.bulk.entity.organization.OrganizationImage;
import org.millrace.bulk.entity.role.RoleImage;
import org.millrace.bulk.writer.OrganizationAccess;
import org.millrace.bulk.writer.model.ChunkSession;

/** The entities, apart from users, whose earlier state an undo restores by a record. */
enum Restorable {
    /** A role of the realm or of a client. */
    ROLE {
        @Override
        String state(ChunkSession in, String id) {
            return RoleImage.of(in.realm(), id);
        }

        @Override
        boolean mayChange(ChunkSession in, String id) {
            RoleModel role = in.realm().getRoleById(id);
            return role != null && in.permissions().roles().canManage(role);
        }
    },
    /** A group of the realm. */
    GROUP {
        @Override
        String state(ChunkSession in, String id) {
            return GroupImage.of(in.realm(), id);
        }

        @Override
        boolean mayChange(ChunkSession in, String id) {
            GroupModel group = in.realm().getGroupById(id);
            return group != null && in.permissions().groups().canManage(group);
        }
    },
    /** A client without its authorization settings. */
    CLIENT {
        @Override
        String state(ChunkSession in, String id) {
            return ClientImage.of(in.session(), in.realm(), id);
        }

        @Override
        boolean mayChange(ChunkSession in, String id) {
            ClientModel client = in.realm().getClientById(id);
            return client != null && in.permissions().clients().canConfigure(client);
        }
    },
    /** An organization without its members and groups. */
    ORGANIZATION {
        @Override
        String state(ChunkSession in, String id) {
            return OrganizationImage.of(in.session(), id);
        }

        @Override
        boolean mayChange(ChunkSession in, String id) {
            OrganizationProvider organizations = in.session().getProvider(OrganizationProvider.class);
            OrganizationModel organization = organizations == null ? null : organizations.getById(id);
            return organization != null && OrganizationAccess.mayManage(in.permissions(), organization);
        }
    };

    /**
     * The entities of a record type.
     *
     * @throws IllegalArgumentException if no states of them are stored
     */
    static Restorable ofType(String word) {
        return find(word)
                .orElseThrow(() -> new IllegalArgumentException("no states are stored of records of type " + word));
    }

    /** The entities of a record type; empty if no states of them are stored. */
    static Optional<Restorable> find(String word) {
        return Arrays.stream(values())
                .filter(each -> each.name().equalsIgnoreCase(word))
                .findFirst();
    }

    /** The state of an entity as a record that restores it. */
    abstract String state(ChunkSession in, String id);

    /** Whether the caller may change the entity; false if it does not exist. */
    abstract boolean mayChange(ChunkSession in, String id);
}
