import sanitize from "sanitize-html";
import { notificationTags } from "../../contract/notifications/notifications.ts";

/** Keeps the tags of the contract and safe links; everything else becomes text or vanishes. */
export function sanitizeMessage(html: string): string {
  return sanitize(html, {
    allowedTags: [...notificationTags],
    allowedAttributes: { a: ["href"] },
    allowedSchemes: ["http", "https", "mailto"],
    allowProtocolRelative: false,
    disallowedTagsMode: "escape",
  });
}
