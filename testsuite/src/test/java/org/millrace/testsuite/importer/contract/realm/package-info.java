/** Records of several types in one request, and exports of whole realms. */
@NullMarked
package org.millrace.testsuite.importer.contract.realm;

import org.jspecify.annotations.NullMarked;
