/** Input that looks like real people's, the same for the same seed, and a realm for it to go into. */
@NullMarked
package org.millrace.testsuite.data;

import org.jspecify.annotations.NullMarked;
