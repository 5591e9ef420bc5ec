/** The few HTTP calls that tests, demo and benchmark make: tokens, the admin API, long streams both ways. */
@NullMarked
package org.millrace.testsuite.client;

import org.jspecify.annotations.NullMarked;
