/** Rules about the embedded caches. */
@NullMarked
package org.millrace.advisor.rule.cache;

import org.jspecify.annotations.NullMarked;
