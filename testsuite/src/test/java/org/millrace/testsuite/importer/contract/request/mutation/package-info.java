/** Requests with mutated bodies. */
@NullMarked
package org.millrace.testsuite.importer.contract.request.mutation;

import org.jspecify.annotations.NullMarked;
