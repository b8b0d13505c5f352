import { escapeHtml } from "../../../../contract/document/html.ts";
import { fieldsIn } from "../../../../contract/narrowing.ts";
import { type ChannelService, cut, join, jsonOf, linkLabel, type OutgoingMessage, textOf } from "./service.ts";

/** At most 4096 characters after entities are parsed; what is cut here leaves room for the rest. */
function textFor({ title, text, facts, url }: OutgoingMessage): string {
  return [
    `<b>${escapeHtml(cut(title, 300))}</b>`,
    text && escapeHtml(cut(text, 1500)),
    facts
      .slice(0, 8)
      .map(({ label, value }) => `<b>${escapeHtml(cut(label, 60))}:</b> ${escapeHtml(cut(value, 180))}`)
      .join("\n"),
    `<a href="${escapeHtml(url)}">${linkLabel}</a>`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** https://core.telegram.org/bots/api#sendmessage and #editmessagetext */
export const telegram: ChannelService = {
  target: ({ chat = "" }) => `Chat ${chat}`,
  request({ token = "", chat, server }, message, { remote }) {
    return {
      url: join(server || "https://api.telegram.org", `/bot${token}/${remote ? "editMessageText" : "sendMessage"}`),
      json: {
        chat_id: chat,
        ...(remote && { message_id: Number(remote.messageId) }),
        text: textFor(message),
        parse_mode: "HTML",
        link_preview_options: { is_disabled: true },
      },
    };
  },
  read({ body }) {
    const { ok, result, description, parameters } = jsonOf(body);
    if (ok === true) {
      const { message_id } = fieldsIn(result);
      return typeof message_id === "number" ? { remote: { messageId: String(message_id) } } : {};
    }
    const refusal = textOf(description) ?? "Die Antwort ist keine von Telegram.";
    const { retry_after } = fieldsIn(parameters);
    return {
      refusal,
      isDone: /message is not modified/i.test(refusal),
      isGone: /message to edit not found|message can't be edited/i.test(refusal),
      ...(typeof retry_after === "number" && { retryAfterS: retry_after }),
    };
  },
};
