/** Rules about the Java process. */
@NullMarked
package org.millrace.advisor.rule.jvm;

import org.jspecify.annotations.NullMarked;
