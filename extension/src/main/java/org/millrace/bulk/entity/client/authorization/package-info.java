/** Authorization settings of clients: resource servers, their scopes, resources and policies, and the references that policies contain. */
@NullMarked
package org.millrace.bulk.entity.client.authorization;

import org.jspecify.annotations.NullMarked;
