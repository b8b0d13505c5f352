import { openReceiver, type Received, type Receiver } from "./receiver.ts";

type Json = Record<string, unknown>;
interface Spoken {
  status: number;
  body: Json | string;
}

/** A message as a service shows it in the end: its last form, and how often it was changed. */
export interface Shown {
  text: string;
  changes: number;
}

/** How a service answers by its documents: it keeps messages, refuses wrong tokens, and changes what it can. */
export interface ChatService {
  receiver: Receiver;
  shown(): Shown[];
  close(): Promise<void>;
}

export const chatToken = "xoxb-richtig";
export const telegramToken = "4711:richtig";

/** Opens a server that speaks like the service; `onHeard` runs once it has a message, before it answers. */
export async function openChatService(service: string, onHeard?: () => void): Promise<ChatService> {
  const receiver = await openReceiver();
  const messages = new Map<string, Shown>();
  receiver.answer((request) => {
    const speak = speakers[service];
    if (!speak) throw new Error(`no test server speaks like ${service}`);
    const { status, body } = speak(request, messages);
    onHeard?.();
    return { status, body: typeof body === "string" ? body : JSON.stringify(body) };
  });
  return { receiver, shown: () => [...messages.values()], close: () => receiver.close() };
}

type Speaker = (request: Received, messages: Map<string, Shown>) => Spoken;

const keep = (messages: Map<string, Shown>, id: string, text: string) => {
  const before = messages.get(id);
  messages.set(id, { text, changes: before ? before.changes + 1 : 0 });
  return id;
};
const isAuthorized = ({ headers }: Received) => headers.authorization === `Bearer ${chatToken}`;
const next = (messages: Map<string, Shown>) => `${messages.size + 1}`;
const jsonOf = ({ body }: Received): Json => JSON.parse(body);

const slack: Speaker = (request, messages) => {
  const { channel, ts, attachments } = jsonOf(request);
  if (!isAuthorized(request)) return { status: 200, body: { ok: false, error: "invalid_auth" } };
  const text = JSON.stringify(attachments);
  if (request.path === "/api/chat.postMessage") {
    if (channel !== "C0123ABCD") return { status: 200, body: { ok: false, error: "channel_not_found" } };
    const id = keep(messages, `1700000000.00000${next(messages)}`, text);
    return { status: 200, body: { ok: true, channel: "C0123ABCD", ts: id, message: {} } };
  }
  if (request.path !== "/api/chat.update") return { status: 200, body: { ok: false, error: "unknown_method" } };
  if (!messages.has(String(ts))) return { status: 200, body: { ok: false, error: "message_not_found" } };
  keep(messages, String(ts), text);
  return { status: 200, body: { ok: true, channel, ts, text: "" } };
};

const webhook =
  (ok: Spoken, field: string): Speaker =>
  (request, messages) => {
    if (request.path !== "/hook") return { status: 404, body: "no_service" };
    const sent = jsonOf(request)[field];
    if (!Array.isArray(sent) || sent.length !== 1) return { status: 400, body: "invalid_payload" };
    keep(messages, next(messages), JSON.stringify(sent));
    return ok;
  };

const mattermost: Speaker = (request, messages) => {
  if (!isAuthorized(request))
    return {
      status: 401,
      body: { id: "api.context.session_expired.app_error", message: "Invalid or expired session." },
    };
  const { channel_id, props } = jsonOf(request);
  const text = JSON.stringify(props);
  if (request.method === "POST" && request.path === "/api/v4/posts" && channel_id) {
    const id = keep(messages, `post${next(messages)}`, text);
    return { status: 201, body: { id, message: "" } };
  }
  const [, id = ""] = /^\/api\/v4\/posts\/(\w+)\/patch$/.exec(request.path) ?? [];
  if (request.method !== "PUT" || !messages.has(id))
    return { status: 404, body: { message: "Unable to find the existing post.", status_code: 404 } };
  keep(messages, id, text);
  return { status: 200, body: { id, message: "" } };
};

const matrix: Speaker = (request, messages) => {
  if (!isAuthorized(request))
    return { status: 401, body: { errcode: "M_UNKNOWN_TOKEN", error: "Invalid access token passed." } };
  const path = /^\/_matrix\/client\/v3\/rooms\/([^/]+)\/send\/m\.room\.message\/([^/]+)$/.exec(request.path);
  if (request.method !== "PUT" || !path) return { status: 404, body: { errcode: "M_UNRECOGNIZED", error: "No." } };
  if (decodeURIComponent(path[1] ?? "") !== "!raum:agentur.example")
    return { status: 403, body: { errcode: "M_FORBIDDEN", error: "User not in room." } };
  // What was sent under the same transaction before is not written once more, whatever it says.
  if (messages.has(`$${path[2]}`)) return { status: 200, body: { event_id: `$${path[2]}` } };
  const content = jsonOf(request);
  const relates = content["m.relates_to"] as { rel_type?: string; event_id?: string } | undefined;
  const changed = relates?.rel_type === "m.replace" ? (content["m.new_content"] as Json) : undefined;
  if (changed) keep(messages, String(relates?.event_id), String(changed.formatted_body));
  else keep(messages, `$${path[2]}`, String(content.formatted_body));
  return { status: 200, body: { event_id: `$${path[2]}` } };
};

const telegram: Speaker = (request, messages) => {
  const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(request.path) ?? [];
  const refuse = (status: number, description: string) => ({
    status,
    body: { ok: false, error_code: status, description },
  });
  if (token !== telegramToken) return refuse(401, "Unauthorized");
  const { chat_id, message_id, text } = jsonOf(request);
  if (chat_id !== "-100200300") return refuse(400, "Bad Request: chat not found");
  const id = message_id === undefined ? next(messages) : String(message_id);
  if (method === "editMessageText" && !messages.has(id)) return refuse(400, "Bad Request: message to edit not found");
  if (messages.get(id)?.text === text)
    return refuse(400, "Bad Request: message is not modified: specified new message content is exactly the same");
  keep(messages, id, String(text));
  return { status: 200, body: { ok: true, result: { message_id: Number(id), chat: { id: -100200300 }, text } } };
};

const ntfy: Speaker = (request, messages) => {
  if (!isAuthorized(request)) return { status: 401, body: { code: 40101, http: 401, error: "unauthorized" } };
  const { topic, title, message, sequence_id } = jsonOf(request);
  if (request.path !== "/" || topic !== "agentur-7fk2")
    return { status: 404, body: { code: 40401, error: "not found" } };
  const id = keep(messages, String(sequence_id ?? next(messages)), `${title} ${message}`);
  return { status: 200, body: { id: `m${messages.size}`, sequence_id: id, event: "message", topic, message } };
};

const gotify: Speaker = (request, messages) => {
  if (request.headers["x-gotify-key"] !== chatToken)
    return {
      status: 401,
      body: { error: "Unauthorized", errorCode: 401, errorDescription: "you need to provide a valid access token" },
    };
  if (request.path !== "/message") return { status: 404, body: { error: "Not Found", errorCode: 404 } };
  const { title, message } = jsonOf(request);
  keep(messages, next(messages), `${title} ${message}`);
  return { status: 200, body: { id: messages.size, appid: 1, title, message } };
};

const speakers: Readonly<Record<string, Speaker>> = {
  slack,
  mattermost,
  matrix,
  telegram,
  ntfy,
  gotify,
  slackWebhook: webhook({ status: 200, body: "ok" }, "attachments"),
  mattermostWebhook: webhook({ status: 200, body: "ok" }, "attachments"),
  teams: webhook({ status: 202, body: "" }, "attachments"),
};
