import {
  type ChannelService,
  colorOf,
  cut,
  hostOf,
  join,
  jsonOf,
  linkLabel,
  type OutgoingMessage,
  textOf,
} from "./service.ts";

/** Characters by which Slack's mrkdwn forms links and mentions (docs.slack.dev, „Formatting message text“). */
const escapeText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function bodyOf(message: OutgoingMessage) {
  const { title, text, facts, url } = message;
  return {
    text: escapeText(cut(title, 3000)),
    unfurl_links: false,
    attachments: [
      {
        color: colorOf(message),
        fallback: escapeText(cut(title, 3000)),
        blocks: [
          { type: "section", text: { type: "mrkdwn", text: `*<${url}|${escapeText(cut(title, 300))}>*` } },
          ...(text ? [{ type: "section", text: { type: "mrkdwn", text: escapeText(cut(text, 2500)) } }] : []),
          ...(facts.length > 0
            ? [
                {
                  type: "section",
                  fields: facts.slice(0, 10).map(({ label, value }) => ({
                    type: "mrkdwn",
                    text: `*${escapeText(cut(label, 80))}*\n${escapeText(cut(value, 800))}`,
                  })),
                },
              ]
            : []),
          { type: "context", elements: [{ type: "mrkdwn", text: `<${url}|${linkLabel}>` }] },
        ],
      },
    ],
  };
}

/** https://docs.slack.dev/reference/methods/chat.postMessage and chat.update; refusals come with status 200. */
export const slack: ChannelService = {
  target: ({ channel = "" }) => `Kanal ${channel}`,
  request({ token = "", channel, server }, message, { remote }) {
    return {
      url: join(server || "https://slack.com", remote ? "/api/chat.update" : "/api/chat.postMessage"),
      headers: { Authorization: `Bearer ${token}` },
      // A message is changed in the channel that Slack says it is in.
      json: { channel, ...bodyOf(message), ...remote },
    };
  },
  read({ body }) {
    const { ok, error, ts, channel } = jsonOf(body);
    if (ok === true && typeof ts === "string") return { remote: { ts, channel: textOf(channel) ?? "" } };
    const code = textOf(error);
    if (code === undefined) return { refusal: "Die Antwort ist keine von Slack.", isFinal: false };
    const isGone = ["message_not_found", "cant_update_message", "edit_window_closed"].includes(code);
    const isPassing = ["ratelimited", "rate_limited", "internal_error", "fatal_error", "service_unavailable"].includes(
      code,
    );
    return { refusal: `Slack lehnt ab: ${code}`, isGone, isFinal: !isPassing };
  },
};

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const slackWebhook: ChannelService = {
  target: ({ url }) => hostOf(url),
  request: ({ url = "" }, message) => ({ url, json: bodyOf(message) }),
};
