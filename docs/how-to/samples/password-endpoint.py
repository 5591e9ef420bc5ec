"""A password endpoint for the format "legacy": replace PASSWORDS by a look-up in the old system. Needs Python 3 only."""
import hmac, json, os, ssl
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOKEN = "change-me"
PASSWORDS = {"alice": "correct horse"}


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        allowed = hmac.compare_digest(self.headers.get("Authorization", ""), "Bearer " + TOKEN)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        stored = PASSWORDS.get(body["username"], "")
        valid = stored != "" and hmac.compare_digest(stored.encode(), body["password"].encode())
        answer = json.dumps({"valid": valid}).encode() if allowed else b"{}"
        self.send_response(200 if allowed else 401)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)


server = ThreadingHTTPServer(("localhost", int(os.environ.get("PORT", "9443"))), Handler)
tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
tls.load_cert_chain("endpoint.pem", "endpoint.key")
server.socket = tls.wrap_socket(server.socket, server_side=True)
server.serve_forever()
