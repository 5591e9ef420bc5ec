package org.millrace.bulk.password;

import java.util.List;
import org.millrace.bulk.password.model.HashFormat;

/** The algorithms of stored hashes. Each is a service of Keycloak's SPI {@code password-hashing}. */
public final class ForeignPasswordProviders {
    private static final List<ForeignPasswordProviderFactory> ALL = List.of(
            new Bcrypt(),
            new Pbkdf2(),
            new Argon2(),
            new Scrypt(),
            new FirebaseScrypt(),
            new Md5Crypt(),
            new Sha2Crypt(),
            new DesCrypt(),
            new Phpass(),
            new Digest(),
            new Wrapped());

    private ForeignPasswordProviders() {}

    static List<HashFormat> verified() {
        return ALL.stream().map(ForeignPasswordProviderFactory::format).toList();
    }

    /** Verifies {@link org.millrace.bulk.password.hash.Bcrypt}. */
    public static final class Bcrypt extends ForeignPasswordProviderFactory {
        public Bcrypt() {
            super(new org.millrace.bulk.password.hash.Bcrypt());
        }
    }

    /** Verifies {@link org.millrace.bulk.password.hash.Pbkdf2}. */
    public static final class Pbkdf2 extends ForeignPasswordProviderFactory {
        public Pbkdf2() {
            super(new org.millrace.bulk.password.hash.Pbkdf2());
        }
    }

    /** Verifies {@link org.millrace.bulk.password.hash.Argon2}. */
    public static final class Argon2 extends ForeignPasswordProviderFactory {
        public Argon2() {
            super(new org.millrace.bulk.password.hash.Argon2());
        }
    }

    /** Verifies {@link org.millrace.bulk.password.hash.Scrypt}. */
    public static final class Scrypt extends ForeignPasswordProviderFactory {
        public Scrypt() {
            super(new org.millrace.bulk.password.hash.Scrypt());
        }
    }

    /** Verifies {@link org.millrace.bulk.password.hash.FirebaseScrypt}. */
    public static final class FirebaseScrypt extends ForeignPasswordProviderFactory {
        public FirebaseScrypt() {
            super(new org.millrace.bulk.password.hash.FirebaseScrypt());
        }
    }

    /** Verifies {@link org.millrace.bulk.password.hash.Md5Crypt}. */
    public static final class Md5Crypt extends ForeignPasswordProviderFactory {
        public Md5Crypt() {
            super(new org.millrace.bulk.password.hash.Md5Crypt());
        }
    }

    /** Verifies {@link org.millrace.bulk.password.hash.Sha2Crypt}. */
    public static final class Sha2Crypt extends ForeignPasswordProviderFactory {
        public Sha2Crypt() {
            super(new org.millrace.bulk.password.hash.Sha2Crypt());
        }
    }

    /** Verifies {@link org.millrace.bulk.password.hash.DesCrypt}. */
    public static final class DesCrypt extends ForeignPasswordProviderFactory {
        public DesCrypt() {
            super(new org.millrace.bulk.password.hash.DesCrypt());
        }
    }

    /** Verifies {@link org.millrace.bulk.password.hash.Phpass}. */
    public static final class Phpass extends ForeignPasswordProviderFactory {
        public Phpass() {
            super(new org.millrace.bulk.password.hash.Phpass());
        }
    }

    /** Verifies {@link org.millrace.bulk.password.hash.digest.Digest}. */
    public static final class Digest extends ForeignPasswordProviderFactory {
        public Digest() {
            super(new org.millrace.bulk.password.hash.digest.Digest());
        }
    }

    /** Verifies {@link org.millrace.bulk.password.hash.digest.Wrapped}. */
    public static final class Wrapped extends ForeignPasswordProviderFactory {
        public Wrapped() {
            super(new org.millrace.bulk.password.hash.digest.Wrapped());
        }
    }
}
