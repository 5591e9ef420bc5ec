/** A diagnosis as a report: its data, incidents, and the texts that all forms of it share. */
@NullMarked
package org.millrace.advisor.report;

import org.jspecify.annotations.NullMarked;
