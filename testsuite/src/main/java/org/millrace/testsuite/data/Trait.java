package org.millrace.testsuite.data;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Something that sets a user apart from the plain ones. What it refers to is in every {@link SampleRealm}. */
public enum Trait {
    /** Keeps the id that the user had elsewhere. */
    ID {
        @Override
        void apply(ObjectNode user, RandomGenerator random) {
            user.put("id", new UUID(random.nextLong(), random.nextLong()).toString());
        }
    },
    CREATED_LONG_AGO {
        @Override
        void apply(ObjectNode user, RandomGenerator random) {
            user.put("createdTimestamp", random.nextLong(1_000_000_000_000L, 1_700_000_000_000L));
        }
    },
    DISABLED {
        @Override
        void apply(ObjectNode user, RandomGenerator random) {
            user.put("enabled", false);
        }
    },
    NO_MAIL {
        @Override
        void apply(ObjectNode user, RandomGenerator random) {
            user.remove("email");
            user.remove("emailVerified");
        }
    },
    /** Keycloak keeps user names and addresses in lower case. */
    CAPITALS {
        @Override
        void apply(ObjectNode user, RandomGenerator random) {
            user.put("username", user.path("username").asText().toUpperCase(Locale.ROOT));
            if (user.has("email")) {
                user.put("email", user.path("email").asText().toUpperCase(Locale.ROOT));
            }
        }
    },
    /** Longer than 255 characters: stored in another column, with two hashes. */
    LONG_ATTRIBUTE {
        @Override
        void apply(ObjectNode user, RandomGenerator random) {
            user.withObject("/attributes").putArray("biography").add("Ünïcödé 𝄞 ".repeat(random.nextInt(30, 60)));
        }
    },
    MANY_VALUES {
        @Override
        void apply(ObjectNode user, RandomGenerator random) {
            var values = user.withObject("/attributes").putArray("interests");
            for (int i = 0, count = random.nextInt(2, 20); i < count; i++) {
                values.add("interest " + random.nextInt(100_000));
            }
        }
    },
    EMOJI {
        @Override
        void apply(ObjectNode user, RandomGenerator random) {
            user.withObject("/attributes").putArray("mood").add("🙂👩‍🚀 \\ \"quoted\"\tand tabbed");
        }
    },
    SEVERAL_GROUPS {
        @Override
        void apply(ObjectNode user, RandomGenerator random) {
            user.withArray("/groups").add(SampleRealm.NESTED_GROUP).add(SampleRealm.DEEP_GROUP);
        }
    },
    SEVERAL_ROLES {
        @Override
        void apply(ObjectNode user, RandomGenerator random) {
            user.withArray("/realmRoles").add(SampleRealm.SECOND_ROLE);
        }
    },
    CLIENT_ROLES {
        @Override
        void apply(ObjectNode user, RandomGenerator random) {
            user.withObject("/clientRoles").putArray(SampleRealm.CLIENT).add(SampleRealm.CLIENT_ROLE);
        }
    },
    REQUIRED_ACTIONS {
        @Override
        void apply(ObjectNode user, RandomGenerator random) {
            user.putArray("requiredActions").add("UPDATE_PASSWORD").add("VERIFY_EMAIL");
        }
    },
    /** The password comes in clear and is to be changed at the first login. */
    TEMPORARY_PASSWORD {
        @Override
        void apply(ObjectNode user, RandomGenerator random) {
            user.putArray("credentials")
                    .addObject()
                    .put("type", "password")
                    .put("value", "first-" + random.nextInt(1_000_000))
                    .put("temporary", true);
        }
    },
    NO_PASSWORD {
        @Override
        void apply(ObjectNode user, RandomGenerator random) {
            user.remove("credentials");
        }
    },
    /** A second factor in addition to the password. */
    ONE_TIME_PASSWORD {
        @Override
        void apply(ObjectNode user, RandomGenerator random) {
            user.withArray("/credentials")
                    .addObject()
                    .put("type", "otp")
                    .put("userLabel", "phone")
                    .put("secretData", "{\"value\":\"" + Long.toString(random.nextLong(1L << 62), 36) + "\"}")
                    .put(
                            "credentialData",
                            "{\"subType\":\"totp\",\"digits\":6,\"counter\":0,\"period\":30,\"algorithm\":\"HmacSHA1\"}");
        }
    };

    /** Changes the representation. Called in the order of declaration, from any thread. */
    abstract void apply(ObjectNode user, RandomGenerator random);
}
