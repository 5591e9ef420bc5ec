/** What processes of a test server need: settings, ports, files, logs, and their end. */
@NullMarked
package org.millrace.testsuite.server.process;

import org.jspecify.annotations.NullMarked;
