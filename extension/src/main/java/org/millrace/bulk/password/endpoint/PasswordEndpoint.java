package org.millrace.bulk.password.endpoint;

import java.io.IOException;
import java.util.Optional;

/** Verifies passwords in another system. Called from several threads at the same time; an interrupt ends the call. */
interface PasswordEndpoint {
    /**
     * Whether the password is right.
     *
     * @param account the name of the user in the other system
     * @param password never empty
     * @param token the secret that identifies this server to the endpoint
     * @throws NoVerdictException if the endpoint gives no verdict, with the reason
     * @throws IOException if the connection fails
     */
    boolean verify(String account, String password, Optional<String> token) throws IOException;
}
