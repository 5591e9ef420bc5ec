package org.millrace.bulk.entity.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ProtocolMapperModel;
import org.keycloak.models.RealmModel;

class ClientPropertiesTest {
    private static final RealmModel REALM = (RealmModel) Proxy.newProxyInstance(
            RealmModel.class.getClassLoader(), new Class<?>[] {RealmModel.class}, (proxy, method, arguments) -> null);

    @Test
    void clientsThatSayTheSameAreTheSame() {
        assertThat(ClientProperties.areSame(client(), client())).isTrue();
    }

    /** Each client gets its own; validators do not look at them. */
    @Test
    void madeUpSecretsAreNotCompared() {
        ClientModel other = client();
        other.setSecret("made-up");
        other.setAttribute("client.secret.creation.time", "1");

        assertThat(ClientProperties.areSame(client(), other)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("differences")
    void clientsThatDifferInSomethingAreNot(Consumer<ClientModel> difference) {
        ClientModel other = client();
        difference.accept(other);

        assertThat(ClientProperties.areSame(client(), other)).isFalse();
        assertThat(ClientProperties.areSame(other, client())).isFalse();
    }

    static Stream<Consumer<ClientModel>> differences() {
        return Stream.of(
                client -> client.setDescription("other"),
                client -> client.setPublicClient(false),
                client -> client.setNotBefore(1),
                client -> client.setAttribute("site", "other"),
                client -> client.setAttribute("more", "one"),
                client -> client.setRedirectUris(Set.of()),
                client -> client.addWebOrigin("https://other.example"),
                client -> client.setAuthenticationFlowBindingOverride("browser", "flow"),
                client -> client.registerNode("node", 1));
    }

    /** Their ids may differ without a difference that matters. */
    @Test
    void clientsWithMappersAreNeverTheSame() {
        ClientModel one = client();
        ProtocolMapperModel mapper = new ProtocolMapperModel();
        mapper.setId("mapper");
        one.addProtocolMapper(mapper);

        assertThat(ClientProperties.areSame(one, one)).isFalse();
    }

    static ClientModel client() {
        ClientModel client = PendingClient.blank(REALM, "id", "client");
        client.setName("Client");
        client.setPublicClient(true);
        client.setRedirectUris(Set.of("https://client.example/*"));
        client.setWebOrigins(Set.of("https://client.example"));
        client.setAttribute("site", "one");
        return client;
    }
}
