/** Measurements: signals, settings, snapshots of them and windows over snapshots. */
@NullMarked
package org.millrace.advisor.model;

import org.jspecify.annotations.NullMarked;
