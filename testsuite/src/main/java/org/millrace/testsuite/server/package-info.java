/** A real Keycloak on a real database, started from Maven Central or from images, with the provider installed. */
@NullMarked
package org.millrace.testsuite.server;

import org.jspecify.annotations.NullMarked;
