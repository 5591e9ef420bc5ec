/** Reports as pages for people, in HTML and Markdown, and the reference of all rules. */
@NullMarked
package org.millrace.advisor.report.page;

import org.jspecify.annotations.NullMarked;
