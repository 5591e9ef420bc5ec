/** What is tried on each version of Keycloak: {@code mvn -Pversions verify -Dkeycloak.version=26.4.7}. */
@NullMarked
package org.millrace.testsuite.version;

import org.jspecify.annotations.NullMarked;
