/** Password endpoints as another system may have them: over HTTPS and as a directory. */
@NullMarked
package org.millrace.testsuite.endpoint;

import org.jspecify.annotations.NullMarked;
