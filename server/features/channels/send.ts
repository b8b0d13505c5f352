import { cleanForeign } from "../../../contract/document/clean-text.ts";
import type { Attempted } from "../../jobs/deliveries.ts";
import { send } from "../../outbound/guarded-fetch.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { readRetryAfter } from "../../outbound/retry-after.ts";
import { Problem } from "../../problem.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { readPushKey } from "./push/vapid.ts";
import type { ChannelService, OutgoingMessage, RemoteMessage, Values } from "./services/service.ts";

export const sendTimeoutMs = 15_000;
const maxRestSeconds = 24 * 60 * 60;
const answerBytes = 16_384;
const keptAnswer = 2000;

export interface Sent extends Attempted {
  /** By what the service knows the message. */
  remote?: RemoteMessage | undefined;
  /** What was to be changed, or whoever was to be told, is not there any more. */
  isGone?: boolean | undefined;
}

interface Through {
  service: ChannelService;
  values: () => Values;
  message: OutgoingMessage;
  deliveryId: string;
  topicKey: string | null;
  timeoutMs?: number;
  /** The message to be changed. */
  remote?: RemoteMessage | undefined;
}

type Sender = Pick<Services, "db" | "now" | "baseUrl" | "signingKey" | "vault">;

/** Sends a message through a service, once, by the guarded request. Never rejects for the service's sake. */
export async function sendThrough(portal: Sender, through: Through): Promise<Sent> {
  const begun = performance.now();
  const durationMs = () => Math.round(performance.now() - begun);
  const failed = { isDelivered: false, status: null, answer: null };
  try {
    const { service, values, message, timeoutMs = sendTimeoutMs, ...sending } = through;
    const { allowedNetworks } = await readSettings(portal.db, "network");
    const pushKey = service.usesPushKey && (await readPushKey(portal));
    const shared = {
      ...sending,
      now: portal.now(),
      contact: await contactOf(portal),
      ...(pushKey && { pushKey }),
    };
    const { url, method = "POST", headers, json, body } = service.request(values(), message, shared);
    const answer = await send({
      url,
      method,
      allowedNetworks,
      timeoutMs,
      maxBytes: answerBytes,
      // What carries a secret for one receiver goes to no other.
      keepsRedirects: true,
      headers: { ...(json !== undefined && { "Content-Type": "application/json" }), ...headers },
      body: json === undefined ? (body ?? Buffer.alloc(0)) : JSON.stringify(json),
    });
    return { ...readAnswer(through, answer, portal.now()), durationMs: durationMs() };
  } catch (error) {
    const isUnreadable = error instanceof Problem;
    if (!isUnreadable && !(error instanceof OutboundProblem)) throw error;
    return { ...failed, durationMs: durationMs(), error: error.message, isFinal: isUnreadable };
  }
}

/** Push services want an address of who sends, and not one of the own network. */
async function contactOf({ db, baseUrl }: Sender): Promise<string> {
  const { fromEmail } = await readSettings(db, "mail");
  return fromEmail ? `mailto:${fromEmail}` : baseUrl();
}

type Answer = Awaited<ReturnType<typeof send>>;

function readAnswer(
  { service, remote }: Through,
  { status, body, headers }: Answer,
  now: Date,
): Omit<Sent, "durationMs"> {
  const reading = service.read?.({ status, body }) ?? {};
  const isGood = status >= 200 && status < 300;
  const isDelivered = reading.isDone === true || (isGood && reading.refusal === undefined);
  const asked = reading.retryAfterS ?? readRetryAfter(headers, now);
  const restSeconds = asked === undefined ? undefined : Math.min(maxRestSeconds, Math.max(0, asked));
  return {
    isDelivered,
    status,
    answer: cleanForeign(body.slice(0, keptAnswer)).toWellFormed(),
    error: isDelivered ? null : (shown(reading.refusal) ?? `Antwort mit Status ${status}.`),
    isFinal: reading.isFinal ?? isFinalStatus(status),
    isGone: reading.isGone,
    restSeconds,
    // What follows changes the first message, by whatever name it had then.
    remote: remote ?? reading.remote,
  };
}

const shown = (refusal: string | undefined) => refusal && cleanForeign(refusal).slice(0, 500).toWellFormed();

/** What is refused for what it is will be refused again; timeouts, limits and faults of the server pass. */
const isFinalStatus = (status: number) => status >= 300 && status < 500 && ![408, 425, 429].includes(status);
