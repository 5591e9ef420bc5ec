/** Rules about the nodes of a cluster. */
@NullMarked
package org.millrace.advisor.rule.cluster;

import org.jspecify.annotations.NullMarked;
