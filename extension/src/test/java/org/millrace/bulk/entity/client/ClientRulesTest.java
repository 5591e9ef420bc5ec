package org.millrace.bulk.entity.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.validation.ClientValidationProvider;
import org.keycloak.validation.DefaultClientValidationProvider;

class ClientRulesTest {
    @Test
    void whatCameOutAsForeseenIsValidated() {
        assertThat(ClientRules.isValidated(
                        session(new DefaultClientValidationProvider()), client("same"), client("same")))
                .isTrue();
    }

    @Test
    void whatCameOutOtherwiseIsNot() {
        assertThat(ClientRules.isValidated(
                        session(new DefaultClientValidationProvider()), client("one"), client("other")))
                .isFalse();
    }

    /** It may count clients, or ask for what a foreseen one does not have yet. */
    @Test
    void anotherValidatorIsAskedAgain() {
        ClientValidationProvider another = new DefaultClientValidationProvider() {};

        assertThat(ClientRules.isValidated(session(another), client("same"), client("same")))
                .isFalse();
        assertThat(ClientRules.isValidated(session(null), client("same"), client("same")))
                .isFalse();
    }

    private static ClientModel client(String description) {
        ClientModel client = ClientPropertiesTest.client();
        client.setDescription(description);
        return client;
    }

    private static KeycloakSession session(@Nullable ClientValidationProvider validator) {
        return (KeycloakSession) Proxy.newProxyInstance(
                KeycloakSession.class.getClassLoader(),
                new Class<?>[] {KeycloakSession.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("getProvider") && arguments[0] == ClientValidationProvider.class) {
                        return validator;
                    }
                    throw new AssertionError("asked for more than the test does: " + method.getName());
                });
    }
}
