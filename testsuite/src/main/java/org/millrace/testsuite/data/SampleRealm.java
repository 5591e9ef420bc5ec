package org.millrace.testsuite.data;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.millrace.testsuite.client.AdminClient;

/** A realm that has the groups, roles, client and attributes which {@link GeneratedUsers} speak of. */
public final class SampleRealm {
    public static final String GROUP = "/customers";
    public static final String NESTED_GROUP = "/staff/engineering";
    public static final String DEEP_GROUP = "/staff/engineering/platform";
    public static final String ROLE = "customer";
    public static final String SECOND_ROLE = "early-adopter";
    public static final String CLIENT = "shop";
    public static final String CLIENT_ROLE = "buyer";

    private static final List<String> ATTRIBUTES = List.of("country", "customerNumber");
    private static final List<String> MULTIVALUED = List.of("biography", "interests", "mood");

    private SampleRealm() {}

    /** Creates the realm; the attributes are declared in its user profile. */
    public static void create(AdminClient admin, String realm) {
        String base = "/admin/realms/" + realm;
        admin.createRealm(realm);
        Stream.of(ROLE, SECOND_ROLE).forEach(role -> admin.createRealmRole(realm, role));
        admin.createGroup(realm, "customers");
        String staff = admin.createGroup(realm, "staff");
        String engineering = child(admin, base, staff, "engineering");
        child(admin, base, engineering, "platform");
        String client = admin.createClient(realm, Map.of("clientId", CLIENT, "publicClient", true));
        admin.createClientRole(realm, client, CLIENT_ROLE);
        declareAttributes(admin, base + "/users/profile");
    }

    private static String child(AdminClient admin, String base, String parent, String name) {
        return admin.post(base + "/groups/" + parent + "/children", Map.of("name", name))
                .ok()
                .json()
                .path("id")
                .asText();
    }

    private static void declareAttributes(AdminClient admin, String path) {
        ObjectNode profile = (ObjectNode) admin.get(path).ok().json();
        ATTRIBUTES.forEach(name -> declare(profile, name, false));
        MULTIVALUED.forEach(name -> declare(profile, name, true));
        admin.put(path, profile).ok();
    }

    private static void declare(ObjectNode profile, String name, boolean multivalued) {
        ObjectNode attribute =
                profile.withArray("/attributes").addObject().put("name", name).put("multivalued", multivalued);
        attribute
                .putObject("permissions")
                .putPOJO("view", List.of("admin", "user"))
                .putPOJO("edit", List.of("admin"));
    }
}
