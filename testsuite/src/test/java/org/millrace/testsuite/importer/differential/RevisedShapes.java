package org.millrace.testsuite.importer.differential;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.SplittableRandom;
import org.millrace.testsuite.data.SampleRealm;

/** Second records of the users of {@link ManyShapes}, each naming some of what can be changed; the same each time. */
public final class RevisedShapes {
    private static final long SEED = 20_261_121;

    private RevisedShapes() {}

    /** What a second pass says of these users. */
    public static List<ObjectNode> of(List<ObjectNode> users) {
        return users.stream().map(RevisedShapes::revised).toList();
    }

    private static ObjectNode revised(ObjectNode user) {
        String username = user.path("username").asText();
        SplittableRandom random = new SplittableRandom(SEED + username.hashCode());
        ObjectNode revised = user.objectNode().put("username", username);
        if (random.nextInt(3) == 0) {
            revised.put("firstName", "Revised " + random.nextInt(10)).put("lastName", "Ñew");
        }
        if (random.nextInt(3) == 0) {
            revised.put("email", "revised." + (username.hashCode() & Integer.MAX_VALUE) + "@example.org");
        }
        if (random.nextInt(3) == 0) {
            revised.put("enabled", random.nextBoolean()).put("emailVerified", random.nextBoolean());
        }
        if (random.nextInt(2) == 0) {
            revised.withObject("/attributes").putArray("country").add("XY");
        }
        if (random.nextInt(4) == 0) {
            revised.withObject("/attributes")
                    .putArray("interests")
                    .add("x".repeat(300))
                    .add("short");
        }
        if (random.nextInt(6) == 0) {
            revised.withObject("/attributes").putArray("mood");
        }
        if (random.nextInt(4) == 0) {
            revised.putArray("requiredActions").add("UPDATE_PROFILE");
        } else if (random.nextInt(6) == 0) {
            revised.putArray("requiredActions");
        }
        if (random.nextInt(3) == 0) {
            revised.putArray("realmRoles").add(SampleRealm.SECOND_ROLE).add("offline_access");
        }
        if (random.nextInt(4) == 0) {
            revised.withObject("/clientRoles").putArray(SampleRealm.CLIENT).add(SampleRealm.CLIENT_ROLE);
        }
        if (random.nextInt(3) == 0) {
            revised.putArray("groups").add(SampleRealm.DEEP_GROUP).add(SampleRealm.GROUP);
        }
        if (random.nextInt(4) == 0) {
            revised.putArray("federatedIdentities")
                    .addObject()
                    .put("identityProvider", "acme")
                    .put("userId", "revised-" + random.nextInt(100))
                    .put("userName", "Revised");
        }
        if (random.nextInt(4) == 0) {
            revised.putArray("credentials").addObject().put("type", "password").put("value", "revised-" + username);
        }
        return revised;
    }
}
