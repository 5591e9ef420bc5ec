/** Parts of jobs: received and stored with their password hashes, and deleted, alone or with their job. */
@NullMarked
package org.millrace.bulk.job.part;

import org.jspecify.annotations.NullMarked;
