import { type AddressInfo, createServer, type Socket } from "node:net";
import { TLSSocket, type TLSSocketOptions } from "node:tls";
import type { MailboxSecurity } from "../../../contract/settings/dmarc-mailbox.ts";

export interface Attachment {
  type: string;
  name: string;
  bytes: Uint8Array;
}

export interface MailInBox {
  uid: number;
  from: string;
  subject: string;
  date: string;
  flags: Set<string>;
  attachments: Attachment[];
}

export interface ImapServer {
  port: number;
  folders: Map<string, MailInBox[]>;
  uidValidity: number;
  /** Every command that came, without its tag and without passwords. */
  commands: string[];
  /** Answers a command itself, or ends the connection; undefined leaves it to the server. */
  onCommand?: (command: string, socket: Socket) => string | undefined;
  /** Puts a mail into a folder, and returns its number. */
  deliver(mail: Partial<Omit<MailInBox, "uid" | "flags">>, folder?: string): number;
  close(): Promise<void>;
}

export interface ImapOptions {
  security: MailboxSecurity;
  /** How the server shows who it is; unused without encryption. */
  tls: TLSSocketOptions;
  account: { user: string; password: string };
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, "\\$&")}"`;
const encoded = ({ bytes }: Attachment) => Buffer.from(bytes).toString("base64").replace(/.{76}/g, "$&\r\n");

/** A mailbox on loopback, which speaks as much of IMAP (RFC 9051) as reading one folder takes. */
export async function openImapServer(options: ImapOptions): Promise<ImapServer> {
  const { security } = options;
  const open = new Set<Socket>();
  let lastUid = 0;
  const server: ImapServer = {
    port: 0,
    folders: new Map([["INBOX", []]]),
    uidValidity: 7,
    commands: [],
    deliver(mail, folder = "INBOX") {
      lastUid += 1;
      const usual = {
        from: "post@postamt.example",
        subject: "Report Domain: amsel.de",
        date: "Thu, 19 Nov 2026 03:00:00 +0000",
      };
      server.folders.get(folder)?.push({ ...usual, attachments: [], ...mail, uid: lastUid, flags: new Set() });
      return lastUid;
    },
    close() {
      for (const socket of open) socket.destroy();
      return new Promise<void>((resolve) => void listener.close(() => resolve()));
    },
  };
  const listener = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined).once("close", () => open.delete(socket));
    const isSecure = security === "tls";
    const own = { ...options, offersTls: security === "starttls", isGreeted: false };
    talk(server, isSecure ? secure(socket, options) : socket, own);
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  server.port = (listener.address() as AddressInfo).port;
  return server;
}

function secure(socket: Socket, { tls }: Pick<ImapOptions, "tls">): TLSSocket {
  const secured = new TLSSocket(socket, { ...tls, isServer: true });
  secured.on("error", () => undefined);
  return secured;
}

interface Talk extends Pick<ImapOptions, "tls" | "account"> {
  offersTls: boolean;
  isGreeted: boolean;
}

function talk(server: ImapServer, socket: Socket, options: Talk): void {
  const { account, offersTls, isGreeted } = options;
  let text = "";
  let selected = "";
  const onData = (chunk: Buffer) => {
    text += chunk.toString("latin1");
    for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      answer(line);
    }
  };
  const answer = (line: string) => {
    const [, tag = "", command = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
    server.commands.push(command.replace(/^(LOGIN \S+) .*/, "$1 …"));
    const [name = ""] = /^(UID )?\S+/.exec(command) ?? [];
    if (name === "SELECT") selected = argumentsOf(command)[0] ?? "";
    const own = server.onCommand?.(command, socket);
    if (own !== undefined || socket.destroyed) return void socket.write(own?.replaceAll("%TAG%", tag) ?? "");
    if (command === "STARTTLS") {
      socket.off("data", onData);
      socket.write(`${tag} OK los\r\n`);
      return talk(server, secure(socket, options), { ...options, offersTls: false, isGreeted: true });
    }
    const mails = server.folders.get(selected) ?? [];
    const { before = "", end = "OK fertig" } = handle(server, { name, command, mails, account, offersTls });
    socket.write(`${before}${tag} ${end}\r\n`, "latin1");
    if (name === "LOGOUT") socket.end();
  };
  socket.on("data", onData);
  if (!isGreeted) socket.write("* OK bereit\r\n");
}

interface Asked {
  name: string;
  command: string;
  mails: MailInBox[];
  account: ImapOptions["account"];
  offersTls: boolean;
}

interface Answer {
  before?: string;
  end?: string;
}

function handle(server: ImapServer, { name, command, mails, account, offersTls }: Asked): Answer {
  const [first = "", second = ""] = argumentsOf(command);
  switch (name) {
    case "CAPABILITY":
      return { before: `* CAPABILITY IMAP4rev1 MOVE${offersTls ? " STARTTLS" : ""}\r\n` };
    case "LOGIN":
      return first === account.user && second === account.password
        ? {}
        : { end: "NO [AUTHENTICATIONFAILED] Benutzer oder Passwort falsch" };
    case "LIST":
      // An empty pattern asks for the separator of folders alone.
      return { before: second === "" ? '* LIST (\\Noselect) "/" ""\r\n' : listOf(server, first + second) };
    case "CREATE":
      server.folders.set(first, []);
      return {};
    case "SELECT":
      return server.folders.has(first)
        ? {
            before: `* FLAGS (\\Seen)\r\n* ${mails.length} EXISTS\r\n* OK [UIDVALIDITY ${server.uidValidity}] gilt\r\n* OK [UIDNEXT 9999] dann\r\n`,
            end: "OK [READ-WRITE] offen",
          }
        : { end: "NO [NONEXISTENT] Den Ordner gibt es nicht" };
    case "UID SEARCH":
      return { before: search(command, mails) };
    case "UID FETCH":
      return { before: fetch(command, mails) };
    case "UID STORE": {
      const [, uid, flag = ""] = /^UID STORE (\d+) \+FLAGS \((\S+)\)/.exec(command) ?? [];
      mails.find((mail) => mail.uid === Number(uid))?.flags.add(flag);
      return {};
    }
    case "UID MOVE": {
      const [, uid, to = ""] = /^UID MOVE (\d+) "?([^"]*)"?$/.exec(command) ?? [];
      const folder = server.folders.get(to);
      if (!folder) return { end: "NO [TRYCREATE] Den Ordner gibt es nicht" };
      folder.push(
        ...mails.splice(
          mails.findIndex((mail) => mail.uid === Number(uid)),
          1,
        ),
      );
      return {};
    }
    case "LOGOUT":
      return { before: "* BYE bis dann\r\n" };
    default:
      return {};
  }
}

const listOf = ({ folders }: ImapServer, name: string) =>
  folders.has(name) ? `* LIST () "/" ${quoted(name)}\r\n` : "";

function argumentsOf(command: string): string[] {
  const parts = command.replace(/^(UID )?\S+ ?/, "").match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
  return parts.map((part) => (part.startsWith('"') ? part.slice(1, -1).replace(/\\(.)/g, "$1") : part));
}

function search(command: string, mails: readonly MailInBox[]): string {
  const from = Number(/UID (\d+):\*/.exec(command)?.[1] ?? 1);
  const found = mails.filter(({ uid }) => uid >= from);
  // As RFC 9051 has it: `*` is the last mail, and a range may be named from either end.
  const [last] = mails.slice(-1);
  const answered = found.length === 0 && last ? [last] : found;
  return `* SEARCH${answered.map(({ uid }) => ` ${uid}`).join("")}\r\n`;
}

function fetch(command: string, mails: readonly MailInBox[]): string {
  const uid = Number(/^UID FETCH (\d+)/.exec(command)?.[1]);
  const seq = mails.findIndex((mail) => mail.uid === uid) + 1;
  const mail = mails[seq - 1];
  if (!mail) return "";
  const items = [`UID ${uid}`];
  if (command.includes("RFC822.SIZE")) items.push("RFC822.SIZE 1000");
  if (command.includes("BODYSTRUCTURE")) items.push(`BODYSTRUCTURE ${structureOf(mail)}`);
  if (command.includes("ENVELOPE")) items.push(`ENVELOPE ${envelopeOf(mail)}`);
  for (const [, section = "", start, length] of command.matchAll(/BODY\.PEEK\[([^\]]*)\](?:<(\d+)\.(\d+)>)?/g)) {
    const whole = sectionOf(mail, section);
    const piece = start === undefined ? whole : whole.slice(Number(start), Number(start) + Number(length));
    items.push(`BODY[${section}]${start === undefined ? "" : `<${start}>`} {${piece.length}}\r\n${piece}`);
  }
  return `* ${seq} FETCH (${items.join(" ")})\r\n`;
}

function sectionOf({ attachments }: MailInBox, section: string): string {
  const [, number, isHead] = /^(\d+|TEXT|HEADER)(\.MIME)?$/.exec(section) ?? [];
  const part = number === "TEXT" || number === "HEADER" ? attachments[0] : attachments[Number(number) - 2];
  if (!part) return "";
  return isHead || number === "HEADER"
    ? `Content-Type: ${part.type}; name=${quoted(part.name)}\r\nContent-Transfer-Encoding: base64\r\n\r\n`
    : encoded(part);
}

const partOf = (part: Attachment) => {
  const [type = "", subtype = ""] = part.type.split("/");
  const name = quoted(part.name);
  return `(${quoted(type)} ${quoted(subtype)} ("name" ${name}) NIL NIL "base64" ${encoded(part).length} NIL ("attachment" ("filename" ${name})) NIL NIL)`;
};

/** A text with attachments; a mail from `solo@` is nothing but its attachment. */
function structureOf({ from, attachments }: MailInBox): string {
  const [first] = attachments;
  if (from.startsWith("solo@") && first) return partOf(first);
  const text = '("text" "plain" ("charset" "utf-8") NIL NIL "7bit" 12 1 NIL NIL NIL NIL)';
  return `(${text}${attachments.map(partOf).join("")} "mixed" ("boundary" "x") NIL NIL NIL)`;
}

function envelopeOf({ from, subject, date }: MailInBox): string {
  const [user = "", host = ""] = from.split("@");
  const sender = `((NIL NIL ${quoted(user)} ${quoted(host)}))`;
  return `(${quoted(date)} ${quoted(subject)} ${sender} ${sender} ${sender} NIL NIL NIL NIL "<a@b>")`;
}
