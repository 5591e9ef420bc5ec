/** The advisor inside a Keycloak server: its endpoints, its settings, and what it stores. */
@NullMarked
package org.millrace.server.advisor;

import org.jspecify.annotations.NullMarked;
