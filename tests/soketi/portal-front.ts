import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { onTestFinished } from "vitest";
import { openSocketGate, type SocketGate } from "../../server/http/sockets/socket-gate.ts";
import { type LiveAdmission, soketiGateway } from "../../server/soketi/socket-proxy.ts";
import { app, recordLog } from "./running-soketi.ts";

export interface Front {
  port: number;
  origin: string;
  proxy: SocketGate;
  /** Sessions by the value of the cookie "session"; a test may end one. */
  sessions: Map<string, LiveAdmission>;
  requests: IncomingMessage[];
}

interface Options {
  soketiPort: () => number;
  refuseOthers?: boolean;
  keepAliveMs?: number;
  isSecure?: boolean;
  socketsPerUser?: number;
  /** Runs after the session has been read and before the answer is used. */
  whileChecking?: () => Promise<void>;
}

const tls = path.resolve(import.meta.dirname, "../support/tls");
const readPem = (name: string) => readFileSync(path.join(tls, `${name}.pem`));

/** The portal's own port with nothing but the socket proxy behind it; closed with the test. */
export async function openFront(options: Options): Promise<Front> {
  const { soketiPort, keepAliveMs, refuseOthers, isSecure, whileChecking, socketsPerUser = 2000 } = options;
  const server = isSecure ? createSecureServer({ key: readPem("key"), cert: readPem("certificate") }) : createServer();
  const sessions = new Map<string, LiveAdmission>();
  const requests: IncomingMessage[] = [];
  let origin = "";
  const { log } = recordLog();
  const proxy = openSocketGate(server, {
    gateways: [soketiGateway({ appKey: app.key, soketiPort, log, keepAliveMs })],
    refuseOthers,
    limits: { perUser: socketsPerUser, total: 5000 },
    log,
    allowedOrigin: (request) => request.headers.origin === origin,
    authorize: async (request) => {
      requests.push(request);
      const owner = sessions.get(/session=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? "");
      await whileChecking?.();
      return owner;
    },
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    proxy.stop();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  origin = `${isSecure ? "https" : "http"}://127.0.0.1:${port}`;
  return { port, origin, proxy, sessions, requests };
}
