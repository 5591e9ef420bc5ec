/** Writes chunks of entities through the Keycloak model, for every database. */
@NullMarked
package org.millrace.bulk.writer.model;

import org.jspecify.annotations.NullMarked;
