/** Client scopes, those that the realm assigns to new clients, and the roles in the scope of clients and client scopes. */
@NullMarked
package org.millrace.bulk.entity.clientscope;

import org.jspecify.annotations.NullMarked;
