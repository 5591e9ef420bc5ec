// Calls of Keycloak's admin API with a token of the administrator who is logged in to the console.

const environment = JSON.parse(document.getElementById("environment").textContent);

/** A token stays in this closure; it is sent to this page's own origin only, below /admin. */
const token = (() => {
  let access = null;
  let validUntil = 0;
  let pending = null;

  const base64url = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  /** The authorization endpoint answers from the session's cookie, without a page: prompt=none in a hidden frame. */
  function authorizationCode(redirectUri, challenge) {
    const state = base64url(crypto.getRandomValues(new Uint8Array(16)));
    const url = new URL(`${environment.authServerUrl}/realms/${encodeURIComponent(environment.realm)}/protocol/openid-connect/auth`);
    url.search = new URLSearchParams({
      client_id: environment.clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      response_mode: "query",
      scope: "openid",
      prompt: "none",
      state,
      code_challenge: challenge,
      code_challenge_method: "S256",
    });
    const frame = document.createElement("iframe");
    frame.hidden = true;
    frame.title = "login";
    frame.src = url;
    document.body.append(frame);
    return new Promise((resolve, reject) => {
      const started = Date.now();
      const timer = setInterval(() => {
        let query;
        try {
          query = new URL(frame.contentWindow.location.href).searchParams;
        } catch {
          query = new URLSearchParams(); // still at the authorization server's origin, or blank
        }
        const answered = query.get("state") === state;
        if (answered || Date.now() - started > 15_000) {
          clearInterval(timer);
          frame.remove();
          const code = answered ? query.get("code") : null;
          if (code) {
            resolve(code);
          } else if (answered) {
            reject(new ApiError(401, { detail: "Your session has ended. Reload the page and log in again." }));
          } else {
            reject(new ApiError(504, { detail: "The server did not answer the login within 15 seconds." }));
          }
        }
      }, 20);
    });
  }

  async function login() {
    const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
    const challenge = base64url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
    // A document of the console without a script: the console itself would begin a login in the frame.
    const redirectUri = new URL(`${environment.consoleBaseUrl}messages.json`, location.href).href;
    const code = await authorizationCode(redirectUri, challenge);
    const answer = await fetch(
      `${environment.authServerUrl}/realms/${encodeURIComponent(environment.realm)}/protocol/openid-connect/token`,
      {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "authorization_code",
          client_id: environment.clientId,
          redirect_uri: redirectUri,
          code,
          code_verifier: verifier,
        }),
      },
    );
    if (!answer.ok) {
      const status = answer.status < 500 ? 401 : answer.status;
      throw new ApiError(status, { detail: "Keycloak did not issue a token. Reload the page and log in again." });
    }
    const body = await answer.json();
    access = body.access_token;
    validUntil = Date.now() + (body.expires_in - 10) * 1000;
  }

  return async () => {
    if (Date.now() >= validUntil) {
      pending ??= login().finally(() => (pending = null));
      await pending;
    }
    return access;
  };
})();

/** The realm that the console shows. */
export function currentRealm() {
  const inHash = location.hash.replace(/^#\//, "").split(/[/?]/)[0];
  try {
    return decodeURIComponent(inHash) || environment.realm;
  } catch {
    return environment.realm; // a "%" that encodes nothing
  }
}

export class ApiError extends Error {
  constructor(status, problem) {
    super(problem?.detail || problem?.title || problem?.errorMessage || problem?.error || `The server answered ${status}.`);
    this.status = status;
  }
}

async function send(path, options = {}) {
  const url = new URL(`admin${path}`, `${location.origin}${basePath()}`);
  const headers = { Authorization: `Bearer ${await token()}`, ...options.headers };
  const answer = await fetch(url, { ...options, headers, redirect: "error" });
  if (!answer.ok) {
    throw new ApiError(answer.status, await answer.json().catch(() => null));
  }
  return answer;
}

/** What stands before /admin in the address of the console, for example a relative path of the server. */
function basePath() {
  return environment.consoleBaseUrl.slice(0, environment.consoleBaseUrl.indexOf("/admin/") + 1);
}

/** The admin console of the realm in which the administrator logs in, on this host. */
export function consoleUrl() {
  return new URL(environment.consoleBaseUrl, location.href).href;
}

export function isMasterRealm() {
  return environment.realm === environment.masterRealm;
}

/** Obtains a token from the session of the admin console, without a page; rejects where no session exists. */
export async function signIn() {
  await token();
}

export async function getJson(path, signal) {
  return (await send(path, { signal })).json();
}

export async function getText(path, accept) {
  return (await send(path, { headers: { Accept: accept } })).text();
}

/** A table in pages, as one file: each page names the next one in its header Link. */
export async function getTable(path) {
  const parts = [];
  for (let after = ""; after !== null; ) {
    const answer = await send(`${path}${after && `&after=${encodeURIComponent(after)}`}`, { headers: { Accept: "text/csv" } });
    const text = await answer.text();
    parts.push(parts.length === 0 ? text : text.slice(text.indexOf("\n") + 1));
    const next = /<([^>]*)>;\s*rel="?next"?/.exec(answer.headers.get("Link") ?? "");
    after = next ? new URL(next[1], location.href).searchParams.get("after") : null;
  }
  return new Blob(parts, { type: "text/csv" });
}

/** A file, and the name that the server gives it, or null. */
export async function getFile(path) {
  const answer = await send(path, { headers: { Accept: "*/*" } });
  const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "");
  return { blob: await answer.blob(), name: name && name[1] };
}

/** @param options further options of fetch */
export async function post(path, body, options = {}) {
  const content = body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return send(path, { method: "POST", ...content, ...options });
}

export async function put(path, headers, body, signal) {
  return send(path, { method: "PUT", headers, body, signal });
}

export async function remove(path) {
  return send(path, { method: "DELETE" });
}
