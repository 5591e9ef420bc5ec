/** Programs that some tests need and that a machine may lack. */
@NullMarked
package org.millrace.testsuite.program;

import org.jspecify.annotations.NullMarked;
