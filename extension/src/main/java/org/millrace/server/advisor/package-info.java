/** The advisor inside a Keycloak server: its samplers of server internals, its endpoints, its settings. */
@NullMarked
package org.millrace.server.advisor;

import org.jspecify.annotations.NullMarked;
