import { readFileSync } from "node:fs";
import path from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";
import type { MailSettings } from "../../../contract/settings/mail.ts";
import { newId } from "../../../server/db/new-id.ts";
import { transact } from "../../../server/db/transact.ts";
import { toContext } from "../../../server/http/request-context.ts";
import { queueMail } from "../../../server/mail/queue.ts";
import type { Office } from "../office.ts";
import { stablePort } from "../ports.ts";

export interface ReceivedMail {
  from: string;
  to: string[];
  headers: Map<string, string>;
  text: string;
  html: string;
}

export interface MailServerInTest {
  port: number;
  received: ReceivedMail[];
  /** Refuses the next recipients or messages with these answers, one after the other. */
  refusals: { at: "recipient" | "message"; code: number; text: string }[];
  /** Runs while the server has a mail in its hands, before it answers. */
  onMail?: (mail: ReceivedMail) => Promise<void>;
  stop(): Promise<void>;
}

const tls = path.join(import.meta.dirname, "../tls");

/** A real mail server on loopback, for as long as a test lasts; knows `portal` with the password `geheim`. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServerInTest> {
  const server: MailServerInTest = { port: 0, received: [], refusals: [], stop: async () => undefined };
  const refusal = (at: "recipient" | "message") => {
    if (server.refusals[0]?.at !== at) return undefined;
    const { code, text } = server.refusals.shift() ?? { code: 0, text: "" };
    return Object.assign(new Error(text), { responseCode: code });
  };
  const smtp = new SMTPServer({
    key: readFileSync(path.join(tls, "key.pem")),
    cert: readFileSync(path.join(tls, "certificate.pem")),
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      if (username === "portal" && password === "geheim") done(null, { user: username });
      else done(Object.assign(new Error("5.7.8 Benutzer oder Passwort falsch"), { responseCode: 535 }));
    },
    onRcptTo: (_address, _session, done) => done(refusal("recipient")),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const refused = refusal("message");
        if (refused) return done(refused);
        const { mailFrom, rcptTo } = session.envelope;
        const raw = Buffer.concat(chunks).toString("utf8");
        const mail = {
          ...read(raw),
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
        };
        await server.onMail?.(mail);
        server.received.push(mail);
        done();
      });
    },
    ...options,
  });
  smtp.on("error", () => undefined);
  // Nobody else takes it, so that a server that was stopped is one that does not answer.
  server.port = await stablePort();
  await new Promise<void>((resolve) => smtp.listen(server.port, "127.0.0.1", resolve));
  server.stop = () => new Promise((resolve) => smtp.close(() => resolve()));
  onTestFinished(() => server.stop());
  return server;
}

/** Sets the office's mail up for a server. */
export async function useMailServer(
  office: Office,
  { port }: { port: number },
  values: Partial<MailSettings> & { password?: string } = {},
): Promise<void> {
  const { password, ...settings } = values;
  const chief = await office.hire({ name: "Chef", role: "admin" });
  const api = await office.as(chief);
  const { version } = await api.setting.get({ section: "mail" });
  await api.setting.update({
    section: "mail",
    version,
    values: { host: "127.0.0.1", port, security: "none", fromEmail: "portal@agentur.example", ...settings },
    secrets: password ? { password } : {},
  });
}

/** Queues a mail as a command does. */
export function queueTestMail(office: Office, mail: Partial<Parameters<typeof queueMail>[1]> = {}) {
  const context = toContext(office.services, { signedIn: undefined, requestId: newId(), ip: "127.0.0.1" });
  return transact(context, (tx) =>
    queueMail(tx, {
      to: { email: "jana@agentur.example", name: "Jana Petersen" },
      subject: "Grüße aus Köln",
      paragraphs: ["Alles läuft."],
      ...mail,
    }),
  );
}

function read(raw: string): Pick<ReceivedMail, "headers" | "text" | "html"> {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get("content-type") ?? "")?.[1];
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => split(part.trimStart()))
    : [];
  const partOf = (type: string) => {
    const part = parts.find((each) => each.headers.get("content-type")?.startsWith(type));
    return part ? decoded(part) : "";
  };
  return { headers, text: partOf("text/plain"), html: partOf("text/html") };
}

function split(raw: string): { headers: Map<string, string>; body: string } {
  const at = raw.indexOf("\r\n\r\n");
  const lines = raw
    .slice(0, at)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { headers, body: raw.slice(at + 4) };
}

function decodeQuoted(body: string): Buffer {
  const text = body
    .replace(/=\r\n/g, "")
    .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, "latin1");
}

function decoded({ headers, body }: { headers: Map<string, string>; body: string }): string {
  const encoding = headers.get("content-transfer-encoding");
  const bytes =
    encoding === "base64" ? Buffer.from(body, "base64") : encoding === "quoted-printable" ? decodeQuoted(body) : body;
  return bytes.toString().replaceAll("\r\n", "\n");
}
