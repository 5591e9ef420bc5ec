/** A diagnosis as a document. */
@NullMarked
package org.millrace.advisor.report;

import org.jspecify.annotations.NullMarked;
