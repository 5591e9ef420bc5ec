/** Dashboards and alerting rules. */
@NullMarked
package org.millrace.testsuite.monitoring;

import org.jspecify.annotations.NullMarked;
