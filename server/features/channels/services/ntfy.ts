import { createHash } from "node:crypto";
import { type ChannelService, cut, hostOf, jsonOf, linkLabel, textOf } from "./service.ts";

const priorities = { info: 3, warning: 4, critical: 5 } as const;
const tags = { info: "information_source", warning: "warning", critical: "rotating_light" } as const;

/**
 * Publishes as JSON (docs.ntfy.sh/publish/#publish-as-json). Messages of one topic share a sequence id, by which servers
 * from 2.16 on show the last one in place of the former; older ones show one after the other.
 */
export const ntfy: ChannelService = {
  target: ({ server }) => hostOf(server),
  request({ server = "", topic, token }, { title, text, facts, url, severity, isEnded }, { topicKey }) {
    const lines = [text, ...facts.map(({ label, value }) => `${label}: ${value}`)].filter(Boolean);
    return {
      url: `${server.replace(/\/+$/, "")}/`,
      ...(token && { headers: { Authorization: `Bearer ${token}` } }),
      json: {
        topic,
        title: cut(title, 250),
        message: cut(lines.join("\n") || title, 3500),
        priority: isEnded ? 3 : priorities[severity],
        tags: [isEnded ? "white_check_mark" : tags[severity]],
        click: url,
        actions: [{ action: "view", label: linkLabel, url }],
        ...(topicKey && { sequence_id: createHash("sha256").update(topicKey).digest("hex").slice(0, 32) }),
      },
    };
  },
  read({ status, body }) {
    const { error } = jsonOf(body);
    const refusal = textOf(error);
    return status >= 300 && refusal ? { refusal } : {};
  },
};
