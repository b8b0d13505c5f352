import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createSecureContext, type SecureContextOptions, TLSSocket } from "node:tls";
import type { Issued } from "./certificates.ts";

export interface TlsServer {
  port: number;
  /** Shows another certificate from the next connection on. */
  show(issued: Issued): void;
  close(): Promise<void>;
}

type Limits = Pick<SecureContextOptions, "minVersion" | "maxVersion" | "ciphers">;

/** A web server on loopback with a certificate of the test. */
export async function openTlsServer(
  issued: Issued,
  limits: Limits = {},
  answer = "<p>Guten Tag</p>",
): Promise<TlsServer> {
  const server = createHttpsServer({ ...issued, ...limits }, (_, response) => response.end(answer));
  server.on("tlsClientError", () => undefined);
  await listen(server);
  return {
    port: (server.address() as AddressInfo).port,
    show: (next) => server.setSecureContext({ ...next, ...limits }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type MailProtocol = "smtp" | "imap" | "pop3";
export interface MailTlsOptions {
  /** Does not offer TLS. */
  isPlain?: boolean;
  /** Says something in the clear right behind the promise to begin TLS. */
  injects?: string;
  greeting?: string;
}

const greetings: Record<MailProtocol, string> = {
  smtp: "220-mail.amsel.example ESMTP\r\n220 bereit\r\n",
  imap: "* OK [CAPABILITY IMAP4rev1 STARTTLS] bereit\r\n",
  pop3: "+OK bereit <1896.697@mail.amsel.example>\r\n",
};

/** A mail server on loopback that begins in the clear and upgrades when it is asked to. */
export async function openMailTlsServer(
  protocol: MailProtocol,
  issued: Issued,
  options: MailTlsOptions = {},
): Promise<TlsServer> {
  let context = createSecureContext(issued);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.write(options.greeting ?? greetings[protocol]);
    const hear = (chunk: Buffer) => {
      const reply = replies[protocol](chunk.toString("latin1").trim(), options);
      if (!reply.upgrades) return socket.write(reply.text);
      socket.off("data", hear);
      socket.write(reply.text + (options.injects ?? ""));
      const secured = new TLSSocket(socket, { isServer: true, secureContext: context });
      secured.on("error", () => undefined);
      return secured;
    };
    socket.on("data", hear);
  });
  await listen(server);
  return {
    port: (server.address() as AddressInfo).port,
    show: (next) => {
      context = createSecureContext(next);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

type Reply = { text: string; upgrades?: boolean };

const replies: Record<MailProtocol, (said: string, options: MailTlsOptions) => Reply> = {
  smtp: (said, { isPlain }) => {
    if (/^EHLO/i.test(said))
      return { text: `250-mail.amsel.example\r\n${isPlain ? "" : "250-STARTTLS\r\n"}250 SIZE\r\n` };
    return said === "STARTTLS" ? { text: "220 los\r\n", upgrades: true } : { text: "221 bis bald\r\n" };
  },
  imap: (said, { isPlain }) => {
    if (isPlain) return { text: "a1 BAD nein\r\n" };
    return said === "a1 STARTTLS" ? { text: "a1 OK los\r\n", upgrades: true } : { text: "* BAD\r\n" };
  },
  pop3: (said, { isPlain }) => {
    if (isPlain) return { text: "-ERR nein\r\n" };
    return said === "STLS" ? { text: "+OK los\r\n", upgrades: true } : { text: "-ERR\r\n" };
  },
};

const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
