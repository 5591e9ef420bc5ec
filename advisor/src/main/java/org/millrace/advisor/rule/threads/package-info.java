/** Rules about request threads. */
@NullMarked
package org.millrace.advisor.rule.threads;

import org.jspecify.annotations.NullMarked;
