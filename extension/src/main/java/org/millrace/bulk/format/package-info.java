/** Formats of an import's body: each yields records one after another and says where they stood. */
@NullMarked
package org.millrace.bulk.format;

import org.jspecify.annotations.NullMarked;
