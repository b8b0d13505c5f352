import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { type Admission, proxySockets, type SocketProxy } from "../../server/soketi/socket-proxy.ts";
import { app, recordLog } from "./running-soketi.ts";

export interface Front {
  port: number;
  origin: string;
  proxy: SocketProxy;
  /** Sessions by the value of the cookie "session"; a test may end one. */
  sessions: Map<string, Admission>;
  requests: IncomingMessage[];
}

interface Options {
  soketiPort: () => number;
  refuseOthers?: boolean;
  /** Runs after the session has been read and before the answer is used. */
  whileChecking?: () => Promise<void>;
}

/** The portal's own port with nothing but the socket proxy behind it; closed with the test. */
export async function openFront({ soketiPort, refuseOthers, whileChecking }: Options): Promise<Front> {
  const server = createServer();
  const sessions = new Map<string, Admission>();
  const requests: IncomingMessage[] = [];
  let origin = "";
  const proxy = proxySockets(server, {
    appKey: app.key,
    soketiPort,
    refuseOthers,
    log: recordLog().log,
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
  origin = `http://127.0.0.1:${port}`;
  return { port, origin, proxy, sessions, requests };
}
