import type { Socket } from "node:net";
import { closedEarly } from "../../outbound/guarded-connect.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";

/** Speaks with a server that answers in lines, as mail servers do. */
export interface Lines {
  /** The next line without its end. */
  next(): Promise<string>;
  say(line: string): void;
  /** Lets the socket go; whoever takes it gets nothing that was already read. Fails where something was. */
  release(): void;
}

const maxBytes = 16 * 1024;

/** Reads at most 16 KB in all: a greeting that is longer is none. */
export function openLines(socket: Socket, signal: AbortSignal): Lines {
  let buffered = "";
  let received = 0;
  let failure: Error | undefined;
  let waiting: PromiseWithResolvers<string> | undefined;
  const settle = () => {
    if (!waiting) return;
    const end = buffered.indexOf("\n");
    if (end >= 0) {
      waiting.resolve(buffered.slice(0, end).replace(/\r$/, ""));
      buffered = buffered.slice(end + 1);
    } else if (failure) waiting.reject(failure);
    else return;
    waiting = undefined;
  };
  const fail = (error: Error) => {
    failure ??= error;
    settle();
  };
  const take = (chunk: Buffer) => {
    received += chunk.length;
    buffered += chunk.toString("latin1");
    if (received > maxBytes) fail(new OutboundProblem("Die Begrüßung ist zu lang.", { code: "protocol" }));
    settle();
  };
  const onClose = () => fail(signal.aborted ? signal.reason : closedEarly());
  socket.on("data", take);
  socket.once("error", fail);
  socket.once("close", onClose);
  return {
    next: () => {
      waiting = Promise.withResolvers<string>();
      const { promise } = waiting;
      settle();
      return promise;
    },
    say: (line) => socket.write(`${line}\r\n`),
    release: () => {
      socket.off("data", take);
      socket.off("error", fail);
      socket.off("close", onClose);
      socket.pause();
      // What came in the clear before TLS began may be somebody else's.
      if (buffered) throw new OutboundProblem("Die Gegenstelle redet vor der Verschlüsselung.", { code: "protocol" });
    },
  };
}

/** A reply of SMTP with all of its lines; fails with what it says where its code does not begin as wanted. */
export async function readReply(lines: Lines, wanted: string): Promise<string[]> {
  const reply: string[] = [];
  for (;;) {
    const line = await lines.next();
    reply.push(line);
    if (!/^\d{3}[ -]/.test(line) && !/^\d{3}$/.test(line)) throw unexpected(line);
    if (line[3] === "-") continue;
    if (!line.startsWith(wanted)) throw unexpected(line);
    return reply;
  }
}

/** An answer that is none of this protocol, or a refusal. */
export function unexpected(line: string): OutboundProblem {
  return new OutboundProblem(line.replace(/[^\x20-\x7e]/g, "?").slice(0, 200), { code: "banner" });
}
