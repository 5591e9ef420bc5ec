/** The bulk import's HTTP side: resources, options, problem details and the stream of outcomes. */
@NullMarked
package org.millrace.bulk.rest;

import org.jspecify.annotations.NullMarked;
