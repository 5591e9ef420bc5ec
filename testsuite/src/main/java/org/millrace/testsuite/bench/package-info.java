/** How fast users get in: {@code COPY} as the floor, Keycloak's own ways and Millrace, measured in one run on one server. */
@NullMarked
package org.millrace.testsuite.bench;

import org.jspecify.annotations.NullMarked;
