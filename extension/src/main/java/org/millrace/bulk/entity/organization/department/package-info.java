/** Departments: the record type, and how groups inside organizations are written and deleted. */
@NullMarked
package org.millrace.bulk.entity.organization.department;

import org.jspecify.annotations.NullMarked;
