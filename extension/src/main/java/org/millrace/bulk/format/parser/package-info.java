/** Parsers of single records: from their JSON to the typed record, with the problems of their fields. */
@NullMarked
package org.millrace.bulk.format.parser;

import org.jspecify.annotations.NullMarked;
