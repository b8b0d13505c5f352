import { type ChannelService, cut, hostOf, join, jsonOf, textOf } from "./service.ts";

/** Gotify's apps make a sound from 4 on and insist from 8 on. */
const priorities = { info: 4, warning: 6, critical: 9 } as const;

/** POST /message with the application's token (gotify.net/api-docs). */
export const gotify: ChannelService = {
  target: ({ server }) => hostOf(server),
  request({ server = "", token = "" }, { title, text, facts, url, severity, isEnded }) {
    const lines = [text, ...facts.map(({ label, value }) => `${label}: ${value}`)].filter(Boolean);
    return {
      url: join(server, "/message"),
      headers: { "X-Gotify-Key": token },
      json: {
        title: cut(title, 250),
        message: cut(lines.join("\n") || title, 3500),
        priority: isEnded ? 4 : priorities[severity],
        extras: {
          "client::display": { contentType: "text/plain" },
          "client::notification": { click: { url } },
        },
      },
    };
  },
  read({ status, body }) {
    const { error, errorDescription } = jsonOf(body);
    const refusal = [textOf(error), textOf(errorDescription)].filter(Boolean).join(": ");
    return status >= 300 && refusal ? { refusal } : {};
  },
};
