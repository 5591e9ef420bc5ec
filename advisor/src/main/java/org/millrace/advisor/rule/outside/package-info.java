/** Rules about systems outside of the server that requests wait for. */
@NullMarked
package org.millrace.advisor.rule.outside;

import org.jspecify.annotations.NullMarked;
