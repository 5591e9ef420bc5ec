/** Rules about requests and their queue. */
@NullMarked
package org.millrace.advisor.rule.http;

import org.jspecify.annotations.NullMarked;
