/** Notations in which source systems write password hashes. Each is parsed into a hash of {@code password.hash}. */
@NullMarked
package org.millrace.bulk.password.source;

import org.jspecify.annotations.NullMarked;
