import type { Socket } from "node:net";
import type { ImapFlow, ImapTransport, Logger } from "imapflow";
import ipaddr from "ipaddr.js";
import type { DmarcMailboxSettings } from "../../../../contract/settings/dmarc-mailbox.ts";
import { connectGuarded, openSecure } from "../../../outbound/guarded-connect.ts";
import { OutboundProblem } from "../../../outbound/outbound-problem.ts";
import { describeFailure, MailboxFailure } from "./failures.ts";

export interface MailboxServer extends DmarcMailboxSettings {
  password: string;
  allowedNetworks: readonly string[];
}

export interface Mailbox {
  client: ImapFlow;
  /** Why something came to nothing since this was asked last, where the client itself only says that it did. */
  takeRefusal(): unknown;
  /** What an error of this connection means. */
  describe(error: unknown): ReturnType<typeof describeFailure>;
  close(): Promise<void>;
}

interface Patience {
  /** Ends the connection, whatever it does. */
  signal: AbortSignal;
  /** How long the server may be silent. */
  answerMs: number;
}

/** What one answer may hold: a list of all numbers of a very full folder, and more than any piece of a mail. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** Signs in to a mailbox at an address that was checked. Throws a MailboxFailure or an OutboundProblem. */
export async function openMailbox(server: MailboxServer, { signal, answerMs }: Patience): Promise<Mailbox> {
  const { host, port, security, user, password, allowedNetworks } = server;
  const { socket, address } = await connectGuarded({ host, port, allowedNetworks, signal });
  if (security === "none" && !isLoopback(address)) {
    socket.destroy();
    throw new OutboundProblem("Ohne Verschlüsselung spricht das Portal nur mit einem Server auf demselben Rechner.");
  }
  // Loaded with the first run: an office without a mailbox never needs it.
  const { ImapFlow } = await import("imapflow");
  let refusal: unknown;
  let ending: unknown;
  const client = new ImapFlow({
    host,
    port,
    secure: security === "tls",
    doSTARTTLS: security === "starttls",
    auth: { user, pass: password },
    clientInfo: { name: "MEDIUM TechCenter" },
    logger: listener((error) => {
      refusal = error;
    }),
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
    maxLineLength: maxAnswerBytes,
    maxLiteralSize: maxAnswerBytes,
    maxResponseSize: 2 * maxAnswerBytes,
    maxResponseTokens: 50_000,
    transport: transportOver(socket, host),
  });
  // What fails is told by the call that fails; the first error says why the calls after it do.
  client.on("error", (error) => {
    ending ??= error;
  });
  const describe = (error: unknown) => describeFailure(error, { ending, isOver: signal.aborted });
  try {
    await client.connect();
  } catch (error) {
    client.close();
    socket.destroy();
    throw new MailboxFailure(describe(error));
  }
  return {
    client,
    takeRefusal() {
      const taken = refusal;
      refusal = undefined;
      return taken;
    },
    describe,
    async close() {
      if (client.usable) await client.logout().catch(() => undefined);
      client.close();
      socket.destroy();
    },
  };
}

/** Has the client speak over a connection that is there already, so that it cannot choose another address. */
function transportOver(plain: Socket, host: string): ImapTransport {
  const secure = (onSecure: () => void) => openSecure(plain, { host }).once("secureConnect", onSecure);
  return {
    connect({ secure: isSecure }, onConnect) {
      if (isSecure) return secure(onConnect);
      setImmediate(onConnect);
      return plain;
    },
    upgrade: (_socket, _options, onSecure) => secure(onSecure),
  };
}

/** The client tells its log, and nobody else, why a message could not be marked or moved. */
function listener(onRefusal: (error: unknown) => void): Logger {
  const silent = () => undefined;
  return {
    trace: silent,
    debug: silent,
    info: silent,
    warn: ({ err }: { err?: unknown }) => err !== undefined && onRefusal(err),
    error: silent,
    fatal: silent,
  };
}

const isLoopback = (address: string) => ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
