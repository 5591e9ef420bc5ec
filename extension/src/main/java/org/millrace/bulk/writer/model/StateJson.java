package org.millrace.bulk.writer.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;

/** States of entities as JSON that is the same for the same state. */
public final class StateJson {
    /** The state of an entity that does not exist. */
    public static final String ABSENT = "null";

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private StateJson() {}

    /** The text of a state. */
    public static String text(Object state) {
        try {
            return JSON.writeValueAsString(state);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a state cannot be written as JSON", e);
        }
    }

    /** @throws IllegalStateException if the text is not such a state */
    public static <T> T read(String text, Class<T> type) {
        try {
            return JSON.readValue(text, type);
        } catch (JsonProcessingException e) {
            // Without the cause, whose message quotes the text.
            throw new IllegalStateException("a stored state cannot be read");
        }
    }

    /** Attributes in the order of their names, each with its values in their order. */
    public static ObjectNode attributes(Map<String, List<String>> attributes) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        new TreeMap<>(attributes).forEach((name, values) -> json.set(name, JSON.valueToTree(values)));
        return json;
    }

    /**
     * Names of roles in their order.
     *
     * @param ofRealm the field for the realm's roles
     * @param ofClients the field for the roles of clients, by client id
     */
    public static ObjectNode roles(RealmModel realm, Stream<RoleModel> roles, String ofRealm, String ofClients) {
        Collection<String> realmRoles = new TreeSet<>();
        Map<String, Collection<String>> clientRoles = new TreeMap<>();
        roles.forEach(role -> {
            ClientModel client = role.isClientRole() ? realm.getClientById(role.getContainerId()) : null;
            if (!role.isClientRole()) {
                realmRoles.add(role.getName());
            } else if (client != null) {
                clientRoles
                        .computeIfAbsent(client.getClientId(), id -> new TreeSet<>())
                        .add(role.getName());
            }
        });
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set(ofRealm, JSON.valueToTree(realmRoles));
        json.set(ofClients, JSON.valueToTree(clientRoles));
        return json;
    }
}
