package org.millrace.testsuite.importer.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.data.GeneratedUsers;
import org.millrace.testsuite.data.HashedPassword;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.StoredFactors;

/** Users of as many shapes as a record can have, the same each time but for their ids, and the realm that suits them. */
public final class ManyShapes {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long SEED = 20_260_701;

    private ManyShapes() {}

    /** A {@link SampleRealm} with default groups and actions, where hashing a clear password costs next to nothing. */
    public static ImportRealm realm(ImportRealm any) {
        ImportRealm realm = any.renamed();
        AdminClient admin = realm.admin();
        SampleRealm.create(admin, realm.name());
        String newcomers = admin.createGroup(realm.name(), "newcomers");
        admin.put(realm.base() + "/default-groups/" + newcomers, Map.of()).ok();
        ObjectNode terms =
                (ObjectNode) admin.get(realm.base() + "/authentication/required-actions/TERMS_AND_CONDITIONS")
                        .ok()
                        .json();
        terms.put("enabled", true).put("defaultAction", true);
        admin.put(realm.base() + "/authentication/required-actions/TERMS_AND_CONDITIONS", terms)
                .ok();
        admin.put(realm.base(), Map.of("passwordPolicy", "hashAlgorithm(pbkdf2-sha256) and hashIterations(1000)"))
                .ok();
        return realm;
    }

    /** Users without a common name, email address or id. */
    public static List<ObjectNode> users(int count) {
        GeneratedUsers generated = GeneratedUsers.varied(SEED, HashedPassword.of("millrace", SEED));
        List<ObjectNode> users = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            ObjectNode user = generated.user(number);
            vary(user, new SplittableRandom(SEED + number));
            users.add(user);
        }
        return users;
    }

    /** What the generator's traits leave out. */
    private static void vary(ObjectNode user, SplittableRandom random) {
        String username = user.path("username").asText();
        if (user.has("id")) {
            // An id may be used once on a server, and this may not be its first test.
            user.put("id", UUID.randomUUID().toString());
        }
        switch (random.nextInt(12)) {
            case 0 -> user.put("username", "Ærøskøbing." + username);
            case 1 -> user.remove(List.of("firstName", "lastName"));
            case 2 -> user.remove("attributes");
            case 3 -> user.remove("groups");
            case 4 -> user.remove("enabled");
            case 5 -> user.put("emailVerified", false);
            case 6 -> user.put("firstName", "").put("lastName", " ");
            case 7 ->
                user.withObject("/attributes").putArray("interests").add("").add("x".repeat(255));
            case 8 ->
                user.withObject("/attributes")
                        .putArray("interests")
                        .add("x".repeat(256))
                        .add("X".repeat(2048));
            case 9 -> user.withArray("/groups").add(SampleRealm.GROUP).add("/newcomers");
            case 10 ->
                user.withArray("/requiredActions").add("TERMS_AND_CONDITIONS").add("VERIFY_EMAIL");
            default -> user.withArray("/realmRoles").add(SampleRealm.ROLE).add("offline_access");
        }
        if (random.nextInt(5) == 0) {
            links(user, random);
        }
        if (random.nextInt(5) == 0) {
            label(user, random);
        }
        switch (random.nextInt(12)) {
            case 0 -> add(user, StoredFactors.totpInBase32());
            case 1 -> add(user, StoredFactors.hotp(random.nextInt(1000)));
            case 2 -> add(user, StoredFactors.securityKey("webauthn"));
            case 3 -> add(user, StoredFactors.securityKey("webauthn-passwordless"));
            case 4 -> add(user, StoredFactors.recoveryCodes());
            case 5 -> {
                Map<String, Object> typed = StoredFactors.totp();
                typed.put("type", "totp");
                add(user, typed);
            }
            default -> {}
        }
    }

    private static void add(ObjectNode user, Map<String, Object> credential) {
        user.withArray("/credentials").add(JSON.<JsonNode>valueToTree(credential));
    }

    private static void links(ObjectNode user, SplittableRandom random) {
        ArrayNode links = user.putArray("federatedIdentities");
        links.addObject()
                .put("identityProvider", "acme")
                .put("userId", "id-" + random.nextInt())
                .put("userName", "Some.Name");
        if (random.nextBoolean()) {
            links.addObject().put("identityProvider", "other").put("userId", "ünï");
        }
    }

    private static void label(ObjectNode user, SplittableRandom random) {
        user.path("credentials")
                .forEach(credential -> ((ObjectNode) credential)
                        .put("userLabel", "label " + random.nextInt(100))
                        .put("createdDate", random.nextLong(1_000_000_000_000L, 1_700_000_000_000L)));
    }

    /** Whether a record has a secret that an import never compares with the stored one, so that the user is updated each time. */
    public static boolean setsSecret(ObjectNode user) {
        return user.path("credentials").valueStream().anyMatch(ManyShapes::isGuessable);
    }

    private static boolean isGuessable(JsonNode credential) {
        return switch (credential.path("type").asText()) {
            case "recovery-authn-codes" -> true;
            case "otp" ->
                StoredFactors.json(credential.path("secretData").asText())
                                .path("value")
                                .asText()
                                .length()
                        < 16;
            default -> credential.has("value");
        };
    }
}
