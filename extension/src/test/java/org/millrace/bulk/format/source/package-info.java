@NullMarked
package org.millrace.bulk.format.source;

import org.jspecify.annotations.NullMarked;
