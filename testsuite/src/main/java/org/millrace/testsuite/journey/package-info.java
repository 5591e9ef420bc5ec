/** {@code mvn -Pjourney}: a migration into a badly configured installation, tuned by the advisor's report alone. */
@NullMarked
package org.millrace.testsuite.journey;

import org.jspecify.annotations.NullMarked;
