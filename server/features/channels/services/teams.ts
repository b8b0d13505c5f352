import { type ChannelService, cut, escapeMarkdown, hostOf, linkLabel, type OutgoingMessage } from "./service.ts";

const colors = { info: "Accent", warning: "Warning", critical: "Attention" } as const;

function cardOf({ title, text, facts, url, severity, isEnded }: OutgoingMessage) {
  return {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    msteams: { width: "Full" },
    body: [
      {
        type: "TextBlock",
        text: escapeMarkdown(cut(title, 300)),
        weight: "Bolder",
        size: "Medium",
        wrap: true,
        color: isEnded ? "Good" : colors[severity],
      },
      ...(text ? [{ type: "TextBlock", text: escapeMarkdown(cut(text, 2500)), wrap: true }] : []),
      ...(facts.length > 0
        ? [
            {
              type: "FactSet",
              facts: facts.slice(0, 10).map(({ label, value }) => ({
                title: escapeMarkdown(cut(label, 80)),
                value: escapeMarkdown(cut(value, 800)),
              })),
            },
          ]
        : []),
    ],
    actions: [{ type: "Action.OpenUrl", title: linkLabel, url }],
  };
}

/** A workflow „When a Teams webhook request is received“, which takes Adaptive Cards and cannot change them afterwards. */
export const teams: ChannelService = {
  target: ({ url }) => hostOf(url),
  request: ({ url = "" }, message) => ({
    url,
    json: {
      type: "message",
      attachments: [
        { contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content: cardOf(message) },
      ],
    },
  }),
};
