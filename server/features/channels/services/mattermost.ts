import {
  type ChannelService,
  colorOf,
  cut,
  escapeMarkdown,
  hostOf,
  join,
  jsonOf,
  linkLabel,
  type OutgoingMessage,
  textOf,
} from "./service.ts";

function attachmentOf(message: OutgoingMessage) {
  const { title, text, facts, url } = message;
  return {
    color: colorOf(message),
    fallback: cut(title, 300),
    title: escapeMarkdown(cut(title, 300)),
    title_link: url,
    text: `${text ? `${escapeMarkdown(cut(text, 2500))}\n\n` : ""}[${linkLabel}](${url})`,
    fields: facts.slice(0, 10).map(({ label, value }) => ({
      short: true,
      title: escapeMarkdown(cut(label, 80)),
      value: escapeMarkdown(cut(value, 800)),
    })),
  };
}

/** POST /api/v4/posts and PUT /api/v4/posts/{id}/patch (developers.mattermost.com/api-documentation). */
export const mattermost: ChannelService = {
  target: ({ server }) => hostOf(server),
  request({ server = "", token = "", channel }, message, { remote }) {
    const content = { message: "", props: { attachments: [attachmentOf(message)] } };
    return {
      url: join(server, remote ? `/api/v4/posts/${encodeURIComponent(remote.id ?? "")}/patch` : "/api/v4/posts"),
      method: remote ? "PUT" : "POST",
      headers: { Authorization: `Bearer ${token}` },
      json: remote ? content : { channel_id: channel, ...content },
    };
  },
  read({ status, body }) {
    const { id, message } = jsonOf(body);
    if (status < 300) return { remote: { id: textOf(id) ?? "" } };
    const refusal = textOf(message);
    return { ...(refusal && { refusal }), isGone: status === 404 };
  },
};

/** An incoming webhook takes what Slack's does (developers.mattermost.com/integrate/webhooks/incoming). */
export const mattermostWebhook: ChannelService = {
  target: ({ url }) => hostOf(url),
  request: ({ url = "" }, message) => ({ url, json: { text: "", attachments: [attachmentOf(message)] } }),
};
