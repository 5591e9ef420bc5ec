package org.millrace.bulk.format.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How a source that exports users and password hashes in two files names the same account in both: by the id of the account, else by
 * email address within a connection, where addresses are unique.
 *
 * @param prefix what ids begin with in the file of users and not in that of password hashes; other users with a prefix have no password
 */
record JoinMapping(Side hash, Side user, String prefix) {
    private static final String SEPARATOR = "|";

    /**
     * One of the two files.
     *
     * @param account paths of the id; the first one with a text counts
     */
    record Side(List<SourcePath> account, SourcePath email, SourcePath connection) {
        Side {
            account = List.copyOf(account);
        }

        private Optional<String> id(ObjectNode record) {
            return account.stream()
                    .map(path -> path.in(record))
                    .filter(id -> id.isTextual() && !id.asText().isBlank())
                    .map(JsonNode::asText)
                    .findFirst();
        }

        private Optional<String> address(ObjectNode record) {
            String address = email.in(record).asText("");
            String where = connection.in(record).asText("");
            return address.isBlank() || where.isBlank()
                    ? Optional.empty()
                    : Optional.of(address.toLowerCase(Locale.ROOT) + "\n" + where);
        }
    }

    /** Whether a record is of the file of password hashes. */
    boolean isHash(ObjectNode record) {
        return user.id(record).isEmpty() && hash.id(record).isPresent();
    }

    /** What a record has in common with its partner: {@code hash}, {@code account}, {@code email}. */
    ObjectNode partner(ObjectNode record) {
        boolean isHash = isHash(record);
        Side side = isHash ? hash : user;
        ObjectNode partner = JsonNodeFactory.instance.objectNode().put("hash", isHash);
        Optional<String> id =
                side.id(record).map(text -> text.startsWith(prefix) ? text.substring(prefix.length()) : text);
        // The id of a user of another identity provider, such as google-oauth2|1.
        if (id.isPresent() && !id.get().contains(SEPARATOR)) {
            partner.put("account", id.get());
            side.address(record).ifPresent(address -> partner.put("email", address));
        }
        return partner;
    }
}
