/** {@code mvn -Pdemo}: what Millrace does, seen from a terminal in two minutes. */
@NullMarked
package org.millrace.testsuite.demo;

import org.jspecify.annotations.NullMarked;
