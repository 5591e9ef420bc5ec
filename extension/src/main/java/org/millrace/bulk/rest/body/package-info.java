/** Bodies of requests: received, decompressed, limited and checked, and read as records. */
@NullMarked
package org.millrace.bulk.rest.body;

import org.jspecify.annotations.NullMarked;
