import type { MailTest } from "../../contract/mail/mail.ts";
import type { MailSettings } from "../../contract/settings/mail.ts";
import { secondMs } from "../../contract/time/durations.ts";
import type { Problem } from "../problem.ts";

export interface MailServer extends MailSettings {
  password: string | undefined;
  /** Why nothing can be handed over: the password cannot be read. */
  refusal?: Problem;
}

export interface Letter {
  messageId: string;
  to: { name: string; email: string };
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl: string | undefined;
}

type Talk = MailTest["talk"];

/** Passes one mail to the server and returns its words; rejects with nodemailer's error. `talk` collects both sides. */
export async function handOver(server: MailServer, letter: Letter, talk?: Talk): Promise<string> {
  // Fetched with the first mail: it takes longer to load than anything else that a start needs.
  const { createTransport } = await import("nodemailer");
  const { host, port, security, user, password } = server;
  // Somebody is waiting for the talk; the queue has more time.
  const [greetingTimeout, socketTimeout] = talk ? [8 * secondMs, 20 * secondMs] : [20 * secondMs, 60 * secondMs];
  const transport = createTransport({
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    tls: { rejectUnauthorized: server.checksCertificate },
    auth: user ? { user, pass: password ?? "" } : undefined,
    connectionTimeout: greetingTimeout,
    greetingTimeout,
    socketTimeout,
    // What a mail says comes from people: nothing in it may fetch files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(talk && { debug: true, logger: listener(talk) }),
  });
  try {
    const { response } = await transport.sendMail(toMessage(server, letter));
    return response;
  } finally {
    transport.close();
  }
}

function toMessage({ fromName, fromEmail, replyTo }: MailServer, letter: Letter) {
  const { messageId, to, subject, text, html, unsubscribeUrl } = letter;
  return {
    messageId,
    subject,
    text,
    html,
    from: { name: fromName || "MEDIUM TechCenter", address: fromEmail },
    to: { name: to.name, address: to.email },
    replyTo: replyTo || undefined,
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      "Content-Language": "de",
      ...(unsubscribeUrl && {
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
  };
}

/** Nodemailer puts a placeholder where a password is said. */
function listener(talk: Talk) {
  const note = (entry: { tnx?: string }, text: unknown) => {
    if (entry.tnx !== "client" && entry.tnx !== "server") return;
    for (const line of String(text).trim().split(/\r?\n/)) {
      const shown = line.replace(/^(AUTH \S+) .+/, "$1 …");
      if (line) talk.push({ by: entry.tnx === "client" ? "portal" : "server", text: shown });
    }
  };
  const silent = () => undefined;
  return { level: silent, trace: silent, debug: note, info: silent, warn: silent, error: silent, fatal: silent };
}
