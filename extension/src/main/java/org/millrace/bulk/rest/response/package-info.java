/** The response of a streamed import: outcomes, and what is kept until the client reads them. */
@NullMarked
package org.millrace.bulk.rest.response;

import org.jspecify.annotations.NullMarked;
