/** Rules about bulk loads. */
@NullMarked
package org.millrace.advisor.rule.migration;

import org.jspecify.annotations.NullMarked;
