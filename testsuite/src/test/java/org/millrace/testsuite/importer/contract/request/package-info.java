/** Requests: parameters, media types, encodings, limits, broken connections, malformed bodies. */
@NullMarked
package org.millrace.testsuite.importer.contract.request;

import org.jspecify.annotations.NullMarked;
