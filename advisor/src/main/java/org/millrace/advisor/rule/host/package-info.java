/** Rules about the resources of the machine or container. */
@NullMarked
package org.millrace.advisor.rule.host;

import org.jspecify.annotations.NullMarked;
