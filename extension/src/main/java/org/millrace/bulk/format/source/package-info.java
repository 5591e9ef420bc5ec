/** Exports of other identity systems: their records are mapped to users before they are parsed. */
@NullMarked
package org.millrace.bulk.format.source;

import org.jspecify.annotations.NullMarked;
