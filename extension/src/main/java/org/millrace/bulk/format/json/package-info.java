/** Readers of JSON bodies: arrays, lines and realm exports. */
@NullMarked
package org.millrace.bulk.format.json;

import org.jspecify.annotations.NullMarked;
