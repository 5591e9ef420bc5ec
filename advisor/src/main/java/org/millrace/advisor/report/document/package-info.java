/** Reports and other results as JSON documents. */
@NullMarked
package org.millrace.advisor.report.document;

import org.jspecify.annotations.NullMarked;
