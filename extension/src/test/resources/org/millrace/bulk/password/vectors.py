"""Writes vectors.json with hashes of other implementations: passlib, bcrypt, argon2-cffi, PyNaCl, Django, Werkzeug, Better Auth, firebase-scrypt,
OpenSSL and hashlib.

pip install passlib 'bcrypt<4.1' argon2-cffi pynacl scrypt django werkzeug
npm install better-auth firebase-scrypt   # in the directory that the script is started in
"""
import base64, hashlib, hmac, json, os, re, struct, subprocess, sys, unicodedata, warnings

warnings.simplefilter("ignore")
import django
from django.conf import settings

settings.configure(PASSWORD_HASHERS=[])
from django.contrib.auth import hashers as dj
import passlib
from passlib import hash as pl
import werkzeug.security as wz
import argon2, bcrypt, nacl.pwhash

PASSWORDS = ["correct horse", "t\u00e1\u0411\u2113\u0259", "0123456789" * 8 + "end", " Tr0ub4dor & 3 "]
vectors = []


def add(source, format, hash, password):
    vectors.append({"source": source, "format": format, "hash": hash, "password": password})


def b64(data):
    return base64.b64encode(data).decode()


def crypt64(data):
    """The Base64 of crypt(3), without padding."""
    alphabet = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    text = ""
    for at in range(0, len(data), 3):
        part = data[at:at + 3]
        value = int.from_bytes(part, "little")
        for digit in range(len(part) + 1):
            text += alphabet[value >> 6 * digit & 63]
    return text


def openssl(*arguments):
    return subprocess.run(["openssl", *arguments], capture_output=True, check=True, text=True).stdout.strip()


def node(script, *arguments):
    """Runs a script with the npm packages of the current directory."""
    return subprocess.run(["node", "--input-type=module", "-e", script, *arguments], capture_output=True, check=True, text=True).stdout.strip()


def version(package):
    with open(os.path.join("node_modules", package, "package.json")) as file:
        return json.load(file)["version"]


SIGNER_KEY = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
P = "passlib " + passlib.__version__
for i, pw in enumerate(PASSWORDS):
    utf8 = pw.encode()
    for ident in ("2a", "2b", "2y"):
        add("bcrypt " + bcrypt.__version__, "bcrypt", "$" + ident + bcrypt.hashpw(utf8, bcrypt.gensalt(4)).decode()[3:], pw)
    add(P, "bcrypt", pl.bcrypt_sha256.using(rounds=4).hash(pw), pw)
    add(P, "bcrypt", pl.bcrypt_sha256.using(rounds=4, version=1).hash(pw), pw)
    wp = b64(hmac.new(b"wp-sha384", utf8, hashlib.sha384).digest()).encode()
    add("bcrypt with Python's hmac as WordPress 6.8", "bcrypt", "$wp" + bcrypt.hashpw(wp, bcrypt.gensalt(4)).decode().replace("$2b$", "$2y$"), pw)
    add("bcrypt with hashlib as Meteor", "bcrypt",
        {"format": "bcrypt", "value": bcrypt.hashpw(hashlib.sha256(utf8).hexdigest().encode(), bcrypt.gensalt(4)).decode(), "prehash": "sha256-hex"}, pw)
    add("bcrypt with hashlib", "bcrypt",
        {"format": "bcrypt", "value": bcrypt.hashpw(b64(hashlib.sha384(utf8).digest()).encode(), bcrypt.gensalt(4)).decode(), "prehash": "sha384-base64"}, pw)
    for name, prehash in (("vBulletin 5", "md5"), ("SHA-1", "sha1"), ("NodeBB", "sha512")):
        add("bcrypt with hashlib as " + name, "bcrypt", {"format": "bcrypt", "prehash": prehash + "-hex",
            "value": bcrypt.hashpw(hashlib.new(prehash, utf8).hexdigest().encode(), bcrypt.gensalt(4)).decode()}, pw)
    add("bcrypt with hashlib as Dropbox before encryption", "bcrypt",
        {"format": "bcrypt", "value": bcrypt.hashpw(b64(hashlib.sha512(utf8).digest()).encode(), bcrypt.gensalt(4)).decode(), "prehash": "sha512-base64"}, pw)
    add("bcrypt as Devise", "bcrypt",
        {"format": "bcrypt", "value": bcrypt.hashpw(utf8 + b"s3cret-pepper", bcrypt.gensalt(4)).decode(), "pepper": "devise"}, pw)
    full = bcrypt.hashpw(utf8, bcrypt.gensalt(4)).decode()
    add("bcrypt as Okta", "okta", {"format": "okta", "algorithm": "BCRYPT", "workFactor": 4, "salt": full[7:29], "value": full[29:]}, pw)
    add("bcrypt as FusionAuth", "fusionauth", {"format": "fusionauth", "encryptionScheme": "bcrypt", "factor": 4, "salt": full[7:29], "value": full[29:]}, pw)
    add("bcrypt as Spring Security", "ldap", "{bcrypt}" + full.replace("$2b$", "$2a$"), pw)
    add("bcrypt as Dovecot", "ldap", "{BLF-CRYPT}" + full.replace("$2b$", "$2y$"), pw)

    for t, name in ((argon2.Type.ID, "id"), (argon2.Type.I, "i"), (argon2.Type.D, "d")):
        phc = argon2.PasswordHasher(time_cost=2, memory_cost=64 + 8 * i, parallelism=1 + i % 2, type=t, hash_len=24 + 4 * i).hash(pw)
        add("argon2-cffi " + argon2.__version__, "argon2", phc, pw)
        add("argon2-cffi as OpenLDAP", "ldap", "{ARGON2}" + phc, pw)
    old = argon2.low_level.hash_secret(utf8, os.urandom(16), 2, 64, 1, 32, argon2.Type.I, 16).decode()
    add("argon2-cffi, version 1.0", "argon2", old.replace("$v=16", ""), pw)
    mg = os.urandom(16).hex()
    raw = argon2.low_level.hash_secret_raw(utf8, mg[:16].encode(), 2, 64, 1, 32, argon2.Type.ID)
    add("argon2-cffi as Magento", "magento", {"format": "magento", "value": "%s:%s:3_32_2_65536" % (raw.hex(), mg)}, pw)
    for mg in (os.urandom(16).hex(), "Kx3"):
        raw = nacl.pwhash.argon2id.kdf(32, utf8, (mg.encode() * 16)[:16], nacl.pwhash.argon2id.OPSLIMIT_INTERACTIVE, nacl.pwhash.argon2id.MEMLIMIT_INTERACTIVE)
        add("PyNaCl as Magento 2.3", "magento", {"format": "magento", "value": "%s:%s:2" % (raw.hex(), mg)}, pw)

    for h in (pl.pbkdf2_sha1, pl.pbkdf2_sha256, pl.pbkdf2_sha512):
        add(P, "pbkdf2", h.using(rounds=1000 + i).hash(pw), pw)
    for h in (pl.ldap_pbkdf2_sha1, pl.ldap_pbkdf2_sha256, pl.ldap_pbkdf2_sha512):
        add(P, "ldap", h.using(rounds=1000).hash(pw), pw)
    add(P, "ldap", pl.atlassian_pbkdf2_sha1.hash(pw), pw)
    for function in ("sha1", "sha224", "sha256", "sha384", "sha512"):
        salt = os.urandom(16)
        add("hashlib", "pbkdf2", {"format": "pbkdf2", "digest": function, "iterations": 1000, "encoding": "hex", "saltEncoding": "hex",
            "value": hashlib.pbkdf2_hmac(function, utf8, salt, 1000, 50).hex(), "salt": salt.hex()}, pw)
    salt = os.urandom(16)
    add("hashlib as Kratos", "pbkdf2", "$pbkdf2-sha256$i=1000,l=32$%s$%s" % (b64(salt).rstrip("="), b64(hashlib.pbkdf2_hmac("sha256", utf8, salt, 1000)).rstrip("=")), pw)
    add("hashlib as Okta", "okta", {"format": "okta", "algorithm": "PBKDF2", "digestAlgorithm": "SHA512_HMAC", "iterationCount": 1000, "keySize": 64,
        "salt": b64(salt), "value": b64(hashlib.pbkdf2_hmac("sha512", utf8, salt, 1000))}, pw)
    add("hashlib as FusionAuth", "fusionauth", {"format": "fusionauth", "encryptionScheme": "salted-pbkdf2-hmac-sha256", "factor": 2400,
        "salt": b64(salt), "value": b64(hashlib.pbkdf2_hmac("sha256", utf8, salt, 2400))}, pw)
    for scheme, function, length in (("sha256-512", "sha256", 64), ("sha512-512", "sha512", 64)):
        add("hashlib as FusionAuth", "fusionauth", {"format": "fusionauth", "encryptionScheme": "salted-pbkdf2-hmac-" + scheme, "factor": 2400,
            "salt": b64(salt), "value": b64(hashlib.pbkdf2_hmac(function, utf8, salt, 2400, length))}, pw)
    for function in ("md5", "sha256"):
        d = utf8 + salt
        for _ in range(200):
            d = hashlib.new(function, d).digest()
        add("hashlib as FusionAuth", "fusionauth", {"format": "fusionauth", "encryptionScheme": "salted-" + function, "factor": 200, "salt": b64(salt), "value": b64(d)}, pw)
    add("hmac as FusionAuth", "fusionauth", {"format": "fusionauth", "encryptionScheme": "salted-hmac-sha256", "salt": b64(salt),
        "value": b64(hmac.new(salt, utf8, hashlib.sha256).digest())}, pw)
    for name, function in (("SHA-256", "sha256"), ("SHA-512", "sha512")):
        add("hashlib as ForgeRock IDM", "forgerock", {"format": "forgerock", "algorithm": name, "type": "salted-hash",
            "value": b64(hashlib.new(function, utf8 + salt).digest() + salt)}, pw)
    add("Better Auth " + version("better-auth"), "better-auth", {"format": "better-auth",
        "value": node("import { hashPassword } from 'better-auth/crypto'; console.log(await hashPassword(process.argv[1]))", pw)}, pw)
    add("hashlib as ASP.NET Identity 2", "aspnet-identity", {"format": "aspnet-identity",
        "value": b64(b"\0" + salt + hashlib.pbkdf2_hmac("sha1", utf8, salt, 1000, 32))}, pw)
    for number, function in ((0, "sha1"), (1, "sha256"), (2, "sha512")):
        add("hashlib as ASP.NET Identity 3", "aspnet-identity",
            b64(b"\1" + struct.pack(">III", number, 10000, 16) + salt + hashlib.pbkdf2_hmac(function, utf8, salt, 10000, 32)), pw)
    salt64 = os.urandom(64)
    add("hashlib as 389 Directory Server", "ldap", "{PBKDF2_SHA256}" + b64(struct.pack(">I", 8192) + salt64 + hashlib.pbkdf2_hmac("sha256", utf8, salt64, 8192, 256)), pw)
    add("hashlib as 389 Directory Server", "ldap", "{PBKDF2_SHA512}" + b64(struct.pack(">I", 8192) + salt64 + hashlib.pbkdf2_hmac("sha512", utf8, salt64, 8192, 256)), pw)
    add("hashlib as ForgeRock DS", "ldap", "{PBKDF2-HMAC-SHA256}1000:" + b64(hashlib.pbkdf2_hmac("sha256", utf8, salt[:8], 1000) + salt[:8]), pw)
    add("hashlib as Dovecot", "ldap", "{PBKDF2}$1$Yj3qPL$1000$" + hashlib.pbkdf2_hmac("sha1", utf8, b"Yj3qPL", 1000).hex(), pw)
    add(P, "scrypt", pl.scrypt.using(rounds=4, block_size=8, parallelism=2).hash(pw), pw)
    sodium_salt = b"SodiumChloride."
    h64 = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

    def crypt64(data):
        out = ""
        for at in range(0, len(data), 3):
            chunk = data[at:at + 3]
            value = int.from_bytes(chunk, "little")
            for _ in range(len(chunk) + 1):
                out += h64[value & 63]
                value >>= 6
        return out

    add("hashlib as libsodium", "scrypt", "$7$2" + "6...." + "/...." + sodium_salt.decode() + "$" + crypt64(hashlib.scrypt(utf8, salt=sodium_salt, n=16, r=8, p=1, dklen=32)), pw)
    add("hashlib, of the password in NFC", "scrypt", {"format": "scrypt", "n": 16, "r": 8, "p": 1, "encoding": "hex", "saltEncoding": "utf-8", "normalization": "nfc",
        "salt": "saltsalt", "value": hashlib.scrypt(unicodedata.normalize("NFC", pw).encode(), salt=b"saltsalt", n=16, r=8, p=1, dklen=32).hex()}, pw)
    add("hashlib as Kratos", "scrypt", "$scrypt$ln=64,r=8,p=1$%s$%s" % (b64(salt), b64(hashlib.scrypt(utf8, salt=salt, n=64, r=8, p=1, dklen=32))), pw)
    add("hashlib as Spring Security", "ldap", "{scrypt}$e0801$%s$%s" % (b64(salt), b64(hashlib.scrypt(utf8, salt=salt, n=1 << 14, r=8, p=1, dklen=32, maxmem=1 << 26))), pw)

    D = "Django " + django.get_version()
    add(D, "django", dj.PBKDF2PasswordHasher().encode(pw, "saltsalt", 1000), pw)
    add(D, "django", dj.PBKDF2SHA1PasswordHasher().encode(pw, "saltsalt", 1000), pw)
    for c in (dj.BCryptSHA256PasswordHasher, dj.BCryptPasswordHasher):
        h = c()
        add(D, "django", h.encode(pw, bcrypt.gensalt(4)), pw)
    argon = dj.Argon2PasswordHasher()
    argon.time_cost, argon.memory_cost, argon.parallelism = 2, 64, 2
    add(D, "django", argon.encode(pw, "saltsaltsalt"), pw)
    scrypt_hasher = dj.ScryptPasswordHasher()
    add(D, "django", scrypt_hasher.encode(pw, "saltsalt", n=16, r=8, p=2), pw)
    add(D, "django", dj.MD5PasswordHasher().encode(pw, "saltsalt"), pw)
    add(P, "django", pl.django_salted_sha1.hash(pw), pw)
    add("hashlib as Django's UnsaltedMD5PasswordHasher", "django", "md5$$" + hashlib.md5(utf8).hexdigest(), pw)

    W = "Werkzeug " + __import__("importlib.metadata").metadata.version("werkzeug")
    add(W, "werkzeug", wz.generate_password_hash(pw, "pbkdf2:sha256:1000"), pw)
    add(W, "werkzeug", wz.generate_password_hash(pw, "pbkdf2:sha512:1000"), pw)
    add(W, "werkzeug", wz.generate_password_hash(pw, "scrypt:4096:8:1"), pw)
    add("hmac as Werkzeug 2", "werkzeug", "sha256$saltsalt$" + hmac.new(b"saltsalt", utf8, hashlib.sha256).hexdigest(), pw)
    add("hmac as Werkzeug 2", "werkzeug", {"format": "werkzeug", "value": "sha1$saltsalt$" + hmac.new(b"saltsalt", utf8, hashlib.sha1).hexdigest()}, pw)

    for h in (pl.md5_crypt, pl.apr_md5_crypt):
        add(P, "md5-crypt", h.hash(pw), pw)
    for h in (pl.sha256_crypt, pl.sha512_crypt):
        add(P, "sha2-crypt", h.using(rounds=1000 + i).hash(pw), pw)
        add(P, "sha2-crypt", h.using(rounds=5000).hash(pw), pw)
    add(P, "des-crypt", {"format": "des-crypt", "value": pl.des_crypt.hash(pw)}, pw)
    for h in (pl.ldap_des_crypt, pl.ldap_md5_crypt, pl.ldap_sha256_crypt.using(rounds=1000), pl.ldap_sha512_crypt.using(rounds=1000), pl.ldap_bcrypt.using(rounds=4)):
        add(P, "ldap", h.hash(pw), pw)
    for option, format in (("-1", "md5-crypt"), ("-apr1", "md5-crypt"), ("-5", "sha2-crypt"), ("-6", "sha2-crypt")):
        text = subprocess.run(["openssl", "passwd", option, "-stdin"], input=utf8, capture_output=True, check=True).stdout.decode().strip()
        add("OpenSSL", format, text, pw)
    add(P, "phpass", pl.phpass.using(rounds=8).hash(pw), pw)
    add(P, "phpass", pl.phpass.using(rounds=8, ident="H").hash(pw), pw)
    setting = "$S$6saltsalt"
    digest = hashlib.sha512(b"saltsalt" + utf8).digest()
    for _ in range(1 << h64.index("6")):
        digest = hashlib.sha512(digest + utf8).digest()
    add("hashlib as Drupal 7", "phpass", (setting + crypt64(digest))[:55], pw)
    hexed = hashlib.md5(utf8).hexdigest().encode()
    digest = hashlib.sha512(b"saltsalt" + hexed).digest()
    for _ in range(1 << h64.index("6")):
        digest = hashlib.sha512(digest + hexed).digest()
    add("hashlib as Drupal 7, updated from Drupal 6", "phpass", "U" + (setting + crypt64(digest))[:55], pw)

    for h in (pl.ldap_md5, pl.ldap_sha1, pl.ldap_salted_md5, pl.ldap_salted_sha1, pl.ldap_salted_sha256, pl.ldap_salted_sha512):
        add(P, "ldap", h.hash(pw), pw)
    add("hashlib as OpenLDAP", "ldap", "{SSHA384}" + b64(hashlib.sha384(utf8 + salt).digest() + salt), pw)
    add("hashlib as Dovecot", "ldap", "{SSHA256.HEX}" + (hashlib.sha256(utf8 + salt[:4]).digest() + salt[:4]).hex(), pw)
    for h, scheme in ((pl.sha512_crypt.using(rounds=1000), "SHA512-CRYPT"), (pl.sha256_crypt.using(rounds=1000), "SHA256-CRYPT"), (pl.md5_crypt, "MD5-CRYPT")):
        add(P + " as Dovecot", "ldap", "{%s}%s" % (scheme, h.hash(pw)), pw)
    add("hashlib as OpenLDAP", "ldap", "{SHA512}" + b64(hashlib.sha512(utf8).digest()), pw)
    add(P + " as Dovecot", "ldap", "{NT}" + pl.nthash.hash(pw), pw)
    add("hashlib as Dovecot", "ldap", "{PLAIN-MD5}" + hashlib.md5(utf8).hexdigest(), pw)
    add(P, "mysql", pl.mysql41.hash(pw), pw)
    add(P, "mssql", pl.mssql2005.hash(pw), pw)
    add(P, "mssql", pl.mssql2000.hash(pw), pw)
    add("hashlib as SQL Server 2012", "mssql", "0x0200" + salt[:4].hex() + hashlib.sha512(pw.encode("utf-16le") + salt[:4]).hexdigest(), pw)
    add(P, "ntlm", {"format": "ntlm", "value": pl.nthash.hash(pw)}, pw)
    add(P, "ntlm", pl.bsd_nthash.hash(pw), pw)

    text = salt.hex()
    t = text.encode()

    def digest_vector(source, value, **parameters):
        add(source, "digest", {"format": "digest", "value": value, **parameters}, pw)

    H = "hashlib"
    digest_vector(P, pl.hex_md5.hash(pw), digest="md5")
    digest_vector(P, pl.hex_sha256.hash(pw), digest="sha256")
    digest_vector(H, hashlib.sha256(t + utf8).hexdigest(), digest="sha256", salt=text)
    digest_vector(H, b64(hashlib.sha512(utf8 + t).digest()), digest="sha512", salt=text, template="{password}{salt}", encoding="base64")
    digest_vector(H, hashlib.sha1(salt + utf8).hexdigest(), digest="sha1", salt=text, saltEncoding="hex")
    digest_vector(H, hashlib.sha1(b"--" + t + b"--" + utf8 + b"--").hexdigest(), digest="sha1", salt=text, template="--{salt}--{password}--")
    digest_vector(H, hashlib.md5(utf8 + b"s3cret-pepper").hexdigest(), digest="md5", template="{password}{pepper}", pepper="devise")
    digest_vector("hmac", hmac.new(b"s3cret-pepper", utf8, hashlib.sha256).hexdigest(), digest="sha256", hmac="pepper", pepper="devise")
    digest_vector("hmac", hmac.new(t, utf8, hashlib.sha512).hexdigest(), digest="sha512", hmac="salt", salt=text)
    d = hashlib.sha512(t + utf8).digest()
    for _ in range(99):
        d = hashlib.sha512(d).digest()
    digest_vector(H, d.hex(), digest="sha512", salt=text, iterations=100)
    d = hashlib.sha256(t + utf8).hexdigest()
    for _ in range(9):
        d = hashlib.sha256(d.encode()).hexdigest()
    digest_vector(H, d, digest="sha256", salt=text, iterations=10, repetition="hex-digest")
    digest_vector(H, hashlib.sha1(pw.encode("utf-16le")).hexdigest(), digest="sha1", passwordEncoding="utf-16le")
    digest_vector(H, hashlib.sha384(pw.encode("utf-16be") + t).hexdigest(), digest="sha384", passwordEncoding="utf-16be", template="{password}{salt}", salt=text)
    digest_vector(H, hashlib.sha224(hashlib.md5(utf8).digest() + hashlib.sha256(t).hexdigest().encode() + pw.upper().encode()).hexdigest(),
        digest="sha224", template="{md5-bytes(password)}{sha256(salt)}{upper(password)}", salt=text)
    digest_vector("hmac", hmac.new(utf8, t + utf8, hashlib.sha1).hexdigest(), digest="sha1", hmac="password", salt=text)
    for repetition, following in (("digest-password", lambda d: d + utf8), ("digest-salt", lambda d: d + t), ("salt-digest", lambda d: t + d)):
        d = hashlib.sha256(t + utf8).digest()
        for _ in range(9):
            d = hashlib.sha256(following(d)).digest()
        digest_vector(H, d.hex(), digest="sha256", salt=text, iterations=10, repetition=repetition)
    digest_vector(P, pl.nthash.hash(pw), digest="md4", passwordEncoding="utf-16le")

    merged = utf8 + b"{" + t + b"}"
    d = hashlib.sha512(merged).digest()
    for _ in range(4999):
        d = hashlib.sha512(d + merged).digest()
    add("hashlib as Symfony", "symfony", {"format": "symfony", "value": b64(d), "salt": text}, pw)
    add("hashlib as vBulletin", "vbulletin", {"format": "vbulletin", "value": hashlib.md5(hashlib.md5(utf8).hexdigest().encode() + b"#a;").hexdigest(), "salt": "#a;"}, pw)
    add("hashlib as MyBB", "mybb", {"format": "mybb", "value": hashlib.md5((hashlib.md5(b"Xy1").hexdigest() + hashlib.md5(utf8).hexdigest()).encode()).hexdigest(), "salt": "Xy1"}, pw)
    add("hashlib as Joomla", "joomla", {"format": "joomla", "value": hashlib.md5(utf8 + t).hexdigest() + ":" + text}, pw)
    add("hashlib as Redmine", "redmine", {"format": "redmine", "value": hashlib.sha1(t + hashlib.sha1(utf8).hexdigest().encode()).hexdigest(), "salt": text}, pw)
    add("hashlib as Magento 1", "magento", {"format": "magento", "value": hashlib.md5(b"Kx" + utf8).hexdigest() + ":Kx"}, pw)
    add("hashlib as Magento 2", "magento", {"format": "magento", "value": hashlib.sha256(t + utf8).hexdigest() + ":" + text + ":1"}, pw)
    pf = b64(b"{SALT}{PASSWORD}")
    add("hashlib as Kratos", "kratos", "$sha256$pf=%s$%s$%s" % (pf, b64(salt), b64(hashlib.sha256(salt + utf8).digest())), pw)
    for function in ("sha1", "sha512"):
        pf = b64(b"x{PASSWORD}y{SALT}")
        add("hashlib as Kratos", "kratos", "$%s$pf=%s$%s$%s" % (function, pf, b64(salt), b64(hashlib.new(function, b"x" + utf8 + b"y" + salt).digest())), pw)
    add("hashlib as Kratos", "kratos", "$md5$%s" % b64(hashlib.md5(utf8).digest()), pw)
    d = hashlib.md5(t[:8] + utf8).digest()
    for _ in range(2048):
        d = hashlib.md5(d + utf8).digest()
    add("hashlib as FusionAuth", "fusionauth", {"format": "fusionauth", "encryptionScheme": "phpass-md5", "factor": 2048, "salt": text[:8], "value": crypt64(d)}, pw)
    add("hashlib as Kratos", "kratos", "$md5$pf=%s$%s$%s" % (b64(b"{PASSWORD}"), b64(salt), b64(hashlib.md5(utf8).digest())), pw)
    for option, name in (("-1", "md5"), ("-5", "sha256"), ("-6", "sha512")):
        crypted = openssl("passwd", option, "-salt", text[:8], pw)
        add("OpenSSL as Kratos", "kratos", "$%s-crypt%s" % (name, crypted[2:]), pw)
        if option == "-1":
            add("OpenSSL as Dovecot", "ldap", "{MD5}" + crypted, pw)
    d = hashlib.sha256(salt[:8] + utf8).digest()
    for _ in range(1023):
        d = hashlib.sha256(d).digest()
    add("hashlib as StandardPasswordEncoder of Spring", "ldap", "{sha256}" + (salt[:8] + d).hex(), pw)
    add("hashlib as MessageDigestPasswordEncoder of Spring", "ldap", "{MD5}{%s}%s" % (text, hashlib.md5(utf8 + b"{" + t + b"}").hexdigest()), pw)
    clerk = lambda hasher, value: add("hashlib as Clerk", "clerk", {"format": "clerk", "hasher": hasher, "value": value}, pw)
    clerk("pbkdf2_sha256", "pbkdf2_sha256$1000$%s$%s" % (b64(salt), b64(hashlib.pbkdf2_hmac("sha256", utf8, salt, 1000))))
    clerk("pbkdf2_sha256_django", "pbkdf2_sha256$1000$%s$%s" % (text, b64(hashlib.pbkdf2_hmac("sha256", utf8, t, 1000))))
    clerk("pbkdf2_sha1", "pbkdf2_sha1$1000$%s$%s" % (text, hashlib.pbkdf2_hmac("sha1", utf8, t, 1000).hex()))
    clerk("pbkdf2_sha1", "pbkdf2_sha1$1000$%s$%s$24" % (text, hashlib.pbkdf2_hmac("sha1", utf8, t, 1000, 24).hex()))
    clerk("pbkdf2_sha512", "pbkdf2_sha512$1000$%s$%s" % (text, hashlib.pbkdf2_hmac("sha512", utf8, t, 1000).hex()))
    clerk("pbkdf2_sha512_hex", "pbkdf2_sha512_hex$1000$%s$%s" % (salt.hex(), hashlib.pbkdf2_hmac("sha512", utf8, salt, 1000).hex()))
    clerk("md5", hashlib.md5(utf8).hexdigest())
    clerk("sha256", hashlib.sha256(utf8).hexdigest())
    clerk("ldap_ssha", "{SSHA}" + b64(hashlib.sha1(utf8 + salt).digest() + salt))
    merged = utf8 + b"{" + t + b"}"
    d = hashlib.sha512(merged).digest()
    for _ in range(999):
        d = hashlib.sha512(d + merged).digest()
    clerk("sha512_symfony", "sha512_symfony$1000$%s$%s" % (text, b64(d)))
    d = hashlib.md5(t[:8] + hashlib.md5(utf8).hexdigest().encode()).digest()
    for _ in range(256):
        d = hashlib.md5(d + hashlib.md5(utf8).hexdigest().encode()).digest()
    clerk("md5_phpass", "$P$6" + text[:8] + crypt64(d))
    add("hashlib as Okta", "okta", {"format": "okta", "algorithm": "SHA-512", "saltOrder": "POSTFIX", "salt": b64(salt), "value": b64(hashlib.sha512(utf8 + salt).digest())}, pw)
    add("hashlib as Okta", "okta", {"format": "okta", "algorithm": "SHA-256", "saltOrder": "PREFIX", "salt": b64(salt), "value": b64(hashlib.sha256(salt + utf8).digest())}, pw)
    add("hashlib as Okta", "okta", {"format": "okta", "algorithm": "SHA-1", "salt": b64(salt), "value": b64(hashlib.sha1(salt + utf8).digest())}, pw)
    add("hashlib as Okta", "okta", {"format": "okta", "algorithm": "MD5", "value": b64(hashlib.md5(utf8).digest())}, pw)
    add("hashlib as Auth0", "auth0", {"format": "auth0", "algorithm": "sha1", "hash": {"value": hashlib.sha1(utf8 + t).hexdigest(), "encoding": "hex"}, "salt": {"value": text, "position": "suffix"}}, pw)
    add("hashlib as Auth0", "auth0", {"format": "auth0", "algorithm": "sha512", "hash": {"value": b64(hashlib.sha512(salt + pw.encode("utf-16le")).digest()), "encoding": "base64"}, "salt": {"value": text, "encoding": "hex"}, "password": {"encoding": "utf16le"}}, pw)
    add("hashlib as Auth0", "auth0", {"format": "auth0", "algorithm": "sha256", "hash": {"value": hashlib.sha256(t + utf8).hexdigest(), "encoding": "hex"}, "salt": {"value": text}}, pw)
    add("hashlib as Auth0", "auth0", {"format": "auth0", "algorithm": "scrypt", "cost": 16, "blockSize": 8, "parallelization": 1, "keylen": 32, "salt": {"value": text},
        "hash": {"value": b64(hashlib.scrypt(utf8, salt=t, n=16, r=8, p=1, dklen=32)), "encoding": "base64"}}, pw)
    add("argon2-cffi as Auth0", "auth0", {"format": "auth0", "algorithm": "argon2", "hash": {"value": phc}}, pw)
    add("bcrypt as Auth0", "auth0", {"format": "auth0", "algorithm": "bcrypt", "hash": {"value": full}}, pw)
    add(P + " as Auth0", "auth0", {"format": "auth0", "algorithm": "ldap", "hash": {"value": pl.ldap_salted_sha1.hash(pw)}}, pw)

    signer = base64.b64decode(SIGNER_KEY)
    derived = hashlib.scrypt(utf8, salt=salt + b"\7", n=1 << 14, r=8, p=1, dklen=32, maxmem=1 << 26)
    encrypted = subprocess.run(["openssl", "enc", "-aes-256-ctr", "-K", derived.hex(), "-iv", "0" * 32], input=signer, capture_output=True, check=True).stdout
    add("hashlib and OpenSSL as Firebase", "firebase-scrypt", {"format": "firebase-scrypt", "key": "firebase", "memoryCost": 14, "rounds": 8,
        "saltSeparator": "Bw==", "salt": b64(salt), "value": b64(encrypted)}, pw)

    add("firebase-scrypt " + version("firebase-scrypt"), "firebase-scrypt", {"format": "firebase-scrypt", "key": "firebase", "memoryCost": 14, "rounds": 8, "saltSeparator": "Bw==", "salt": b64(salt),
        "value": node("import f from 'firebase-scrypt'; const [key, password, salt] = process.argv.slice(1);"
            + " console.log(await new f.FirebaseScrypt({memCost: 14, rounds: 8, saltSeparator: 'Bw==', signerKey: key}).hash(password, salt))", SIGNER_KEY, pw, b64(salt))}, pw)

for vector in [each for each in vectors if each["format"] == "firebase-scrypt"]:
    parts = (vector["hash"]["salt"], vector["hash"]["value"])
    add(vector["source"] + " as Supabase", "firebase-scrypt", "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=%s$%s$%s" % (SIGNER_KEY, *parts), vector["password"])
    add(vector["source"] + " as Clerk", "clerk", {"format": "clerk", "hasher": "scrypt_firebase",
        "value": "%s$%s$%s$Bw==$8$14" % (parts[1], parts[0], SIGNER_KEY)}, vector["password"])
add("Kratos, tests", "kratos", "$md5-crypt$TVEiiKNb$SN6/pUaRQS/E8Jh46As2C/", "test")

# These take long.
pw = PASSWORDS[0]
salt = os.urandom(16)
add("hashlib as Spring Security 5.8", "ldap", "{pbkdf2@SpringSecurity_v5_8}" + (salt + hashlib.pbkdf2_hmac("sha256", pw.encode(), salt, 310000, 32)).hex(), pw)
add("hashlib as Spring Security 5.5", "ldap", "{pbkdf2}" + (salt[:8] + hashlib.pbkdf2_hmac("sha1", pw.encode(), salt[:8], 185000, 32)).hex(), pw)

# Published vectors.
add("firebase/scrypt, README", "firebase-scrypt", {"format": "firebase-scrypt", "key": "firebase", "memoryCost": 14, "rounds": 8, "saltSeparator": "Bw==", "salt": "42xEC+ixf3L2lw==",
    "value": "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="}, "user1password")
for hash in ("$2a$05$LhayLxezLhK1LhWvKxCyLOj0j1u.Kj0jZ0pEmm134uzrQlFvQJLF6",):
    add("hashcat example 3200", "bcrypt", hash, "hashcat")
for hash in ("$1$28772684$iEwNOgGugqO9.bIz5sk8k/",):
    add("hashcat example 500", "md5-crypt", hash, "hashcat")
add("hashcat example 1600", "md5-crypt", "$apr1$71850310$gh9m4xcAn3MGxogwX/ztb.", "hashcat")
add("hashcat example 7400", "sha2-crypt", "$5$rounds=5000$GX7BopJZJxPc/KEK$le16UF8I2Anb.rOrn22AUPWvzUETDGefUmAV8AZkGcD", "hashcat")
add("hashcat example 1800", "sha2-crypt", "$6$52450745$k5ka2p8bFuSmoVT1tzOyyuaREkkKBcCNqoDKzYiJL9RaE8yMnPgh2XzzF0NDrUhgrcLwg78xs1w5pJiypEdFX/", "hashcat")
add("hashcat example 400", "phpass", "$P$984478476IagS59wHZvyQMArzfx58u.", "hashcat")
add("hashcat example 7900", "phpass", "$S$C33783772bRXEx1aCsvY.dqgaaSu76XmVlKrW9Qu8IQlvxHlmzLf", "hashcat")
add("hashcat example 1000", "ntlm", {"format": "ntlm", "value": "b4b9b02e6f09a9bd760f388b67351e2b"}, "hashcat")
add("hashcat example 300", "mysql", "*fcf7c1b8749cf99d88e5f34271d636178fb5d130", "hashcat")
add("hashcat example 132", "mssql", "0x010018102152f8f28c8499d8ef263c53f8be369d799f931b2fbe", "hashcat")
add("hashcat example 1731", "mssql", "0x02000102030434ea1b17802fd95ea6316bd61d2c94622ca3812793e8fb1672487b5c904a45a31b2ab4a78890d563d2fcf5663e46fe797d71550494be50cf4915d3f4d55ec375", "hashcat")
add("hashcat example 111", "ldap", "{SSHA}AZKja92fbuuB9SpRlHqaoXxbTc43Mzc2MDM1Ng==", "hashcat")
add("hashcat example 1711", "ldap", "{SSHA512}ALtwKGBdRgD+U0fPAy31C28RyKYx7+a8kmfksccsOeLknLHv2DBXYI7TDnTolQMBuPkWDISgZr2cHfnNPFjGZTEyNDU4OTkw", "hashcat")
add("hashcat example 10000", "django", "pbkdf2_sha256$20000$H0dPx8NeajVu$GiC4k5kqbbR9qWBlsRgDywNqC2vd9kqfk7zdorEnNas=", "hashcat")
add("hashcat example 124", "django", "sha1$fe76b$02d5916550edf7fc8c886f044887f4b1abf9b013", "hashcat")
add("hashcat example 2711", "vbulletin", {"format": "vbulletin", "value": "bf366348c53ddcfbd16e63edfdd1eee6", "salt": "181264250056774603641874043270"}, "hashcat")
add("hashcat example 2811", "mybb", {"format": "mybb", "value": "8d2129083ef35f4b365d5d87487e1207", "salt": "47204"}, "hashcat")
add("hashcat example 11", "joomla", {"format": "joomla", "value": "19e0e8d91c722e7091ca7a6a6fb0f4fa:54718031842521651757785603028777"}, "hashcat")


def write(list, *path):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), *path), "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(each, ensure_ascii=False) for each in list) + "\n]\n")


# The integration test logs in with each notation, and with three passwords of each format.
logins = []
for format in sorted({vector["format"] for vector in vectors}):
    notations = [[vector for vector in vectors if vector["format"] == format and vector["password"] == pw] for pw in PASSWORDS[:3]]
    for number, same in enumerate(zip(*notations)):
        logins += [same[number % 3]] if len(notations[2]) > 2 else list(same)
write(vectors, "vectors.json")
write(logins, *[".."] * 8, "testsuite", "src", "test", "resources", "org", "millrace", "testsuite", "importer", "contract", "user", "password", "password-hashes.json")
print(len(vectors), len(logins))
