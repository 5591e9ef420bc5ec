/** Reports of this node and of the other nodes of the cluster, and their formats. */
@NullMarked
package org.millrace.server.advisor.report;

import org.jspecify.annotations.NullMarked;
