import { readFileSync } from "node:fs";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import path from "node:path";

export interface TlsProxy {
  /** `https://localhost:…`, with a certificate that nobody has signed. */
  url: string;
  /** Where requests and sockets go from here on. */
  forwardTo(url: string): void;
  stop(): Promise<void>;
}

const tls = path.join(import.meta.dirname, "../tls");

/** A proxy that ends TLS before the portal, as an operator puts one there. */
export async function startTlsProxy(): Promise<TlsProxy> {
  let target = { hostname: "127.0.0.1", port: 0 };
  const forwarded = ({ headers, socket }: IncomingMessage) => ({
    ...headers,
    "x-forwarded-for": socket.remoteAddress ?? "",
    "x-forwarded-proto": "https",
    "x-forwarded-host": headers.host ?? "",
  });
  const credentials = {
    key: readFileSync(path.join(tls, "key.pem")),
    cert: readFileSync(path.join(tls, "certificate.pem")),
  };
  const server = https.createServer(credentials, (request, response) => {
    const { method, url } = request;
    const onward = http.request({ ...target, method, path: url, headers: forwarded(request) }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  server.on("upgrade", (request, socket, head) => {
    const onward = net.connect(target.port, target.hostname, () => {
      const headers = Object.entries(forwarded(request)).map(([name, value]) => `${name}: ${value}\r\n`);
      onward.write(`GET ${request.url} HTTP/1.1\r\n${headers.join("")}\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    const end = () => {
      onward.destroy();
      socket.destroy();
    };
    onward.on("error", end).on("close", end);
    socket.on("error", end).on("close", end);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    forwardTo(url) {
      const { hostname, port } = new URL(url);
      target = { hostname, port: Number(port) };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
