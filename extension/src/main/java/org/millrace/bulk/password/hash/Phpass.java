package org.millrace.bulk.password.hash;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** Portable hashes of phpass, and Drupal 7's variant with SHA-512. */
public final class Phpass implements HashFormat {
    /** The id. */
    public static final String ID = "phpass";

    private static final Pattern MD5 = Pattern.compile("U?(\\$[PH]\\$[./A-Za-z0-9]{9}[./A-Za-z0-9]{22})");
    private static final Pattern SHA512 = Pattern.compile("U?(\\$S\\$[./A-Za-z0-9]{9}[./A-Za-z0-9]{43})");
    private static final Pattern PREFIX = Pattern.compile("U?\\$[PHS]\\$.*", Pattern.DOTALL);
    private static final int COST_AT = 3;
    private static final int MIN_COST = 7;
    private static final int MAX_COST = 30;

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "Portable hashes of phpass: WordPress before 6.8 ($P$), phpBB 3 ($H$), Drupal 7 ($S$, U$S$)";
    }

    @Override
    public boolean recognises(String hash) {
        return PREFIX.matcher(hash).matches();
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields unused = new HashFields(hash, List.of());
        Matcher md5 = MD5.matcher(hash.value());
        Matcher sha512 = SHA512.matcher(hash.value());
        boolean isMd5 = md5.matches();
        if (!isMd5 && !sha512.matches()) {
            throw InvalidHashException.malformed("Malformed phpass hash; expected $P$, $H$ or $S$, a digit of the cost,"
                    + " 8 characters of salt, and 22 ($P$, $H$) or 43 ($S$) characters of digest");
        }
        String text = (isMd5 ? md5 : sha512).group(1);
        int cost = BinaryText.digit(text.charAt(COST_AT));
        if (cost < MIN_COST || cost > MAX_COST) {
            throw InvalidHashException.malformed("The cost of phpass must be " + MIN_COST + " to " + MAX_COST);
        }
        return new PortableHash(
                isMd5 ? HashFunction.MD5 : HashFunction.SHA512,
                text,
                hash.value().startsWith("U"));
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                HashRecord.of("$P$6vOC/NRzSP/lw3fBp4gE8.d6h3dy/k1"),
                HashRecord.of("$H$6n.jHNAnmxHiVlVlebJl/xBpdkGtF10"),
                HashRecord.of("$S$6saltsaltGokl.1VcmsqSW7aygn5eKgmYAkkbBXFzHmBQpG/Qh9i"));
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.ITERATIONS);
    }
}
