/** Clients, their roles, authorization settings and resources. */
@NullMarked
package org.millrace.testsuite.importer.contract.client;

import org.jspecify.annotations.NullMarked;
