/** What every password hash format consists of: notation, parsed hash, limits, keys and binary encodings. */
@NullMarked
package org.millrace.bulk.password.model;

import org.jspecify.annotations.NullMarked;
