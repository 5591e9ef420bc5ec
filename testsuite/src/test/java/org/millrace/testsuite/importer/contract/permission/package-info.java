/** Permissions: an import allows what the calls of Keycloak allow the same caller. */
@NullMarked
package org.millrace.testsuite.importer.contract.permission;

import org.jspecify.annotations.NullMarked;
