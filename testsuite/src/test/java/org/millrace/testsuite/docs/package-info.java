/** The documentation's commands, executed as a reader would execute them. */
@NullMarked
package org.millrace.testsuite.docs;

import org.jspecify.annotations.NullMarked;
