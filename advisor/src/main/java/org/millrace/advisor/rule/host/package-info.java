/** Rules about what the machine or container gives. */
@NullMarked
package org.millrace.advisor.rule.host;

import org.jspecify.annotations.NullMarked;
