package org.millrace.bulk.password.endpoint;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Hashtable;
import java.util.Optional;
import javax.naming.AuthenticationException;
import javax.naming.AuthenticationNotSupportedException;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.OperationNotSupportedException;
import javax.naming.directory.InvalidAttributeValueException;
import javax.naming.ldap.InitialLdapContext;
import javax.naming.ldap.Rdn;

/** A simple bind (RFC 4513) over TLS. It needs no token: the user's own password is what binds. */
final class LdapPasswordEndpoint implements PasswordEndpoint {
    /** Placeholder of the account in the template of the DN or user principal name. */
    static final String ACCOUNT = "{username}";

    private final URI address;
    private final String template;
    private final Duration timeout;

    LdapPasswordEndpoint(URI address, String template, Duration timeout) {
        this.address = address;
        this.template = template;
        this.timeout = timeout;
    }

    @Override
    public boolean verify(String account, String password, Optional<String> token) throws IOException {
        if (password.isEmpty()) {
            // A bind with a DN and without a password succeeds as anonymous (RFC 4513, section 5.1.2).
            return false;
        }
        try {
            new InitialLdapContext(environment(account, password), null).close();
            return true;
        } catch (AuthenticationNotSupportedException e) {
            if (isWithoutPassword(e)) {
                return false;
            }
            throw new NoVerdictException("refuses simple binds", e);
        } catch (AuthenticationException
                | NameNotFoundException
                | InvalidAttributeValueException
                | OperationNotSupportedException e) {
            // Of this account: it does not exist, or its password is locked. Anything else would not be counted as a
            // failed login.
            return false;
        } catch (NamingException e) {
            throw new NoVerdictException("failed with " + e.getClass().getName(), e);
        }
    }

    /** Result 48 of RFC 4511, inappropriateAuthentication: the entry has no password. JNDI has no exception of its own for it. */
    private static boolean isWithoutPassword(AuthenticationNotSupportedException e) {
        return String.valueOf(e.getMessage()).contains("error code 48");
    }

    @SuppressWarnings("JdkObsolete") // JNDI takes no other map.
    private Hashtable<String, Object> environment(String account, String password) {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "com.sun.jndi.ldap.LdapCtxFactory");
        environment.put(Context.PROVIDER_URL, address.toString());
        environment.put(Context.REFERRAL, "ignore");
        environment.put(Context.SECURITY_AUTHENTICATION, "simple");
        environment.put(Context.SECURITY_PRINCIPAL, principal(account));
        environment.put(Context.SECURITY_CREDENTIALS, password);
        environment.put("com.sun.jndi.ldap.connect.timeout", String.valueOf(timeout.toMillis()));
        environment.put("com.sun.jndi.ldap.read.timeout", String.valueOf(timeout.toMillis()));
        return environment;
    }

    /**
     * The name to bind as: a DN, in which the account's special characters are escaped (RFC 4514), or a user principal name of Active Directory.
     */
    String principal(String account) {
        boolean isDn = template.contains("=");
        return template.replace(ACCOUNT, isDn ? Rdn.escapeValue(account) : account);
    }
}
