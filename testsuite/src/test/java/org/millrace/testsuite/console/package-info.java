/** The page in Keycloak's admin console. */
@NullMarked
package org.millrace.testsuite.console;

import org.jspecify.annotations.NullMarked;
