// What a file seems to be, by its content: media type, kind of records, and the system that exported it.

const CSV = "text/csv";
const JSON_DOCUMENT = "application/json";
const NDJSON = "application/x-ndjson";
const LDIF = "text/ldif";

/** Bytes that are enough to recognise a file, and bytes at which an unfinished first line is given up. */
const START = 64 * 1024;
const LONGEST_LINE = 4 * 1024 * 1024;

const has = (...names) => (record) => names.every((name) => name in record);
const anyOf = (...tests) => (record) => tests.some((test) => test(record));

/** Fields of a record, or columns of a table, that only one system has. The first match counts. */
const SOURCES = {
  scim: (record) => [record.schemas].flat().some((each) => String(each).startsWith("urn:ietf:params:scim:")),
  cognito: anyOf(has("cognito:username"), has("Username", "Attributes")),
  entra: anyOf(has("userPrincipalName"), has("accountEnabled", "identities")),
  okta: (record) => typeof record.profile?.login === "string",
  kratos: anyOf(has("schema_id", "traits"), has("schema_url", "traits")),
  firebase: has("localId"),
  auth0: anyOf(has("user_id"), has("_id", "passwordHash"), has("_id", "email_verified")),
  fusionauth: anyOf(has("insertInstant"), has("registrations", "tenantId"), has("encryptionScheme", "factor")),
  forgerock: anyOf(has("_id", "userName"), has("_rev", "accountStatus")),
  supabase: anyOf(has("encrypted_password"), has("raw_user_meta_data"), has("email_confirmed_at")),
  clerk: anyOf(has("primary_email_address"), has("primary_email_address_id", "email_addresses"), has("password_digest", "password_hasher")),
  authjs: anyOf(has("id", "email", "emailVerified", "image"), has("id", "email", "email_verified", "image")),
};

/** Where documents of these systems have their list of users. */
const SECTIONS = ["users", "Users", "value", "data", "result", "Resources", "identities"];

/** Firebase's table has these 28 columns and no header row; the third is whether the email address is verified. */
const isFirebaseRow = (cells) => cells.length >= 28 && /^(true|false)$/.test(cells[2]);

/** The value at the beginning of a JSON text; null if there is none. What comes after the last whole value is left out. */
function beginning(text) {
  const open = [];
  let depth = 0;
  let end = 0;
  let inText = false;
  for (let i = 0; i < text.length && (i === 0 || open.length > 0); i++) {
    const character = text[i];
    if (inText) {
      i += character === "\\" ? 1 : 0;
      inText = character !== '"';
      continue;
    }
    inText = character === '"';
    if (character === "{" || character === "[") {
      open.push(character === "{" ? "}" : "]");
    } else if (character === "}" || character === "]") {
      open.pop();
      end = i + 1;
      depth = open.length;
    } else if (character === ",") {
      end = i;
      depth = open.length;
    }
  }
  return parsed(text.slice(0, end) + open.slice(0, depth).reverse().join(""));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

function sourceOf(record) {
  return (isObject(record) && Object.keys(SOURCES).find((name) => SOURCES[name](record))) || "keycloak";
}

function ofTable(firstLine) {
  const cells = firstLine.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"|"$/g, ""));
  const source = isFirebaseRow(cells) ? "firebase" : sourceOf(Object.fromEntries(cells.map((cell) => [cell, ""])));
  return { mediaType: CSV, entity: "users", source };
}

const isExport = (document) => "realm" in document || SECTIONS.some((name) => Array.isArray(document[name]) && isObject(document[name][0]));

/** A list, or an object with lists: an export of Keycloak, or of another system. */
function ofDocument(document) {
  const section = SECTIONS.find((name) => Array.isArray(document?.[name]));
  const source = sourceOf(Array.isArray(document) ? document[0] : document?.[section]?.[0]);
  return { mediaType: JSON_DOCUMENT, entity: source === "keycloak" && isObject(document) ? "records" : "users", source };
}

/** @param whole the first line, or null if it is longer than what was read */
function ofLines(start, whole) {
  const source = sourceOf(whole ?? beginning(start));
  return { mediaType: NDJSON, entity: source === "keycloak" && typeof whole?.type === "string" ? "records" : "users", source };
}

/** Lines of objects, one object in one line, or a document in many lines. */
function ofObjects(name, start, complete) {
  const end = start.indexOf("\n");
  const first = end >= 0 || complete ? parsed(end < 0 ? start : start.slice(0, end)) : null;
  const onlyLine = end < 0 || start.slice(end).trim() === "";
  if (first !== null && !onlyLine) {
    return ofLines(start, first);
  }
  const document = first ?? beginning(start);
  const lines = /\.(ndjson|jsonl)(\.gz)?$/.test(name) || (first !== null && !isExport(first));
  return onlyLine && lines ? ofLines(start, first) : ofDocument(document);
}

/** The text at the beginning of a file, and whether it is all of it. */
async function read(file, gzip, limit) {
  const bytes = gzip ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (text.length < limit) {
    const { value, done } = await reader.read();
    if (done) {
      return { text, complete: true };
    }
    text += value;
  }
  await reader.cancel();
  return { text, complete: false };
}

/** What a file seems to be; rejects with a message for the user if it cannot be imported as it is. */
export async function recognise(file) {
  const magic = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const gzip = magic[0] === 0x1f && magic[1] === 0x8b;
  if (magic[0] === 0x50 && magic[1] === 0x4b) {
    throw new Error(`${file.name} is a ZIP archive, such as an Excel workbook. Extract the file, or save the sheet as CSV.`);
  }
  const name = file.name.toLowerCase();
  let { text, complete } = await read(file, gzip, START);
  if (!complete && /^\s*\{/.test(text) && !text.trimStart().includes("\n")) {
    ({ text, complete } = await read(file, gzip, LONGEST_LINE));
  }
  const start = text.trimStart();
  let what;
  if (start.startsWith("[")) {
    what = ofDocument(beginning(start));
  } else if (start.startsWith("{")) {
    what = ofObjects(name, start, complete);
  } else if (/\.ldif(\.gz)?$/.test(name) || /^(#.*\r?\n|\s)*(version|dn)::?\s/i.test(start)) {
    what = { mediaType: LDIF, entity: "users", source: "ldif" };
  } else {
    // The first lines of PowerShell and Excel are no header.
    what = ofTable(start.split(/\r?\n/, 3).find((line) => !/^"?(#TYPE |sep=)/i.test(line)) ?? "");
  }
  return { ...what, gzip };
}
