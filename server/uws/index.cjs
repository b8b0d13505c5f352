const { readFileSync } = require("node:fs");
const { createServer } = require("node:https");
const { TemplatedApp } = require("./app.cjs");
const { HttpResponse } = require("./http-response.cjs");

const read = (file) => (file ? readFileSync(file) : undefined);

function App() {
  return new TemplatedApp();
}

/** @param {{ key_file_name: string, cert_file_name: string, ca_file_name?: string, passphrase?: string }} options */
function SSLApp(options) {
  return new TemplatedApp(
    createServer({
      key: read(options.key_file_name),
      cert: read(options.cert_file_name),
      ca: read(options.ca_file_name),
      passphrase: options.passphrase || undefined,
    }),
  );
}

/** Stops listening and lets go of connections that wait for a request; open sockets stay. */
function us_listen_socket_close({ server }) {
  server.close();
  server.closeIdleConnections();
}

/** @returns {number} the port that was bound, which matters after listening on port 0 */
function us_socket_local_port({ server }) {
  return server.address().port;
}

/** What uWebSockets does not have: end() leaves connections open from here on, for a server whose peers ask all the time. */
function keepConnections() {
  HttpResponse.keepsConnections = true;
}

module.exports = {
  App,
  SSLApp,
  keepConnections,
  us_listen_socket_close,
  us_socket_local_port,
  // Nothing is compressed: the messages are small and the way is the loopback.
  DISABLED: 0,
  SHARED_COMPRESSOR: 1,
  DEDICATED_COMPRESSOR: 2,
};
