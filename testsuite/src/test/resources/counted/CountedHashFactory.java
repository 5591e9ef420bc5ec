package counted;

import java.nio.charset.StandardCharsets;
import org.jboss.logging.Logger;
import org.keycloak.Config;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.credential.hash.PasswordHashProviderFactory;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.PasswordPolicy;
import org.keycloak.models.credential.PasswordCredentialModel;

/**
 * A password hash algorithm that prints {@code Hash computed} and {@code Hash verified}, and whose salt is not random. Compiled by a
 * test.
 */
public class CountedHashFactory implements PasswordHashProviderFactory, PasswordHashProvider {
    private static final Logger LOG = Logger.getLogger(CountedHashFactory.class);

    private static final String ID = "counted";

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public PasswordHashProvider create(KeycloakSession session) {
        return this;
    }

    @Override
    public void init(Config.Scope scope) {}

    @Override
    public void postInit(KeycloakSessionFactory factory) {}

    @Override
    public void close() {}

    @Override
    public boolean policyCheck(PasswordPolicy policy, PasswordCredentialModel credential) {
        return true;
    }

    @Override
    public PasswordCredentialModel encodedCredential(String rawPassword, int iterations) {
        LOG.info("Hash computed");
        byte[] salt = "the salt of all passwords".getBytes(StandardCharsets.UTF_8);
        return PasswordCredentialModel.createFromValues(ID, salt, 1, Integer.toHexString(rawPassword.hashCode()));
    }

    @Override
    public boolean verify(String rawPassword, PasswordCredentialModel credential) {
        LOG.info("Hash verified");
        return Integer.toHexString(rawPassword.hashCode())
                .equals(credential.getPasswordSecretData().getValue());
    }
}
