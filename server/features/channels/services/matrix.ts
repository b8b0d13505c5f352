import { escapeHtml } from "../../../../contract/document/html.ts";
import { type ChannelService, cut, hostOf, join, jsonOf, linkLabel, type OutgoingMessage, textOf } from "./service.ts";

function contentOf({ title, text, facts, url }: OutgoingMessage, mark = "") {
  const lines = [title, text, ...facts.map(({ label, value }) => `${label}: ${value}`), url].filter(Boolean);
  const list = facts.map(({ label, value }) => `<li><b>${escapeHtml(label)}:</b> ${escapeHtml(value)}</li>`).join("");
  const html = [
    `<b>${escapeHtml(title)}</b>`,
    text && `<p>${escapeHtml(text)}</p>`,
    list && `<ul>${list}</ul>`,
    `<p><a href="${escapeHtml(url)}">${linkLabel}</a></p>`,
  ];
  return {
    msgtype: "m.text",
    body: mark + cut(lines.join("\n"), 20_000),
    format: "org.matrix.custom.html",
    formatted_body: mark + html.filter(Boolean).join(""),
    // Names nobody: without it servers look for names in the text.
    "m.mentions": {},
  };
}

/** PUT /_matrix/client/v3/rooms/{roomId}/send/{eventType}/{txnId}; edits are `m.replace` (spec.matrix.org, v1.11). */
export const matrix: ChannelService = {
  target: ({ server, room = "" }) => `${room} über ${hostOf(server)}`,
  request({ server = "", token = "", room = "" }, message, { deliveryId, remote }) {
    const content = contentOf(message);
    return {
      // The same transaction id for each attempt: what has arrived already is not written twice.
      url: join(server, `/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${deliveryId}`),
      method: "PUT",
      headers: { Authorization: `Bearer ${token}` },
      json: remote
        ? {
            ...contentOf(message, "* "),
            "m.new_content": content,
            "m.relates_to": { rel_type: "m.replace", event_id: remote.eventId },
          }
        : content,
    };
  },
  read({ status, body }) {
    const { event_id, error, errcode, retry_after_ms } = jsonOf(body);
    // What follows replaces the first message, not its replacements.
    if (status < 300) return { remote: { eventId: textOf(event_id) ?? "" } };
    const refusal = [textOf(errcode), textOf(error)].filter(Boolean).join(": ");
    const retryAfterS = typeof retry_after_ms === "number" ? { retryAfterS: retry_after_ms / 1000 } : {};
    return { ...(refusal && { refusal }), ...retryAfterS };
  },
};
