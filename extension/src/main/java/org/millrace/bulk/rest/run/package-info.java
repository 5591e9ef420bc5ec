/** Imports on this node: their record parsers, permits and meters, the jobs that it runs, and streamed imports. */
@NullMarked
package org.millrace.bulk.rest.run;

import org.jspecify.annotations.NullMarked;
