/** Checks of the files of a release. */
@NullMarked
package org.millrace.testsuite.release;

import org.jspecify.annotations.NullMarked;
