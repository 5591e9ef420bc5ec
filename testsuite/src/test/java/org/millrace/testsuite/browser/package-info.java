/** A Chromium that tests drive. */
@NullMarked
package org.millrace.testsuite.browser;

import org.jspecify.annotations.NullMarked;
