import { createHash } from "node:crypto";
import { requireValue } from "../../../../contract/narrowing.ts";
import { encryptPush } from "../push/encryption.ts";
import { vapidAuthorization } from "../push/vapid.ts";
import { type ChannelService, cut, hostOf } from "./service.ts";

/** How long a push service keeps a message for a device that is off. */
const ttlS = 24 * 3600;

/** A browser's push service (RFC 8030); a subscription that is over answers 404 or 410. */
export const webPush: ChannelService = {
  usesPushKey: true,
  target: ({ endpoint }) => hostOf(endpoint),
  request({ endpoint = "", p256dh = "", auth = "" }, { title, text, url, severity }, sending) {
    const tag = sending.topicKey ?? sending.deliveryId;
    const payload = { title: cut(title, 140), text: cut(text, 500), url, tag };
    return {
      url: endpoint,
      headers: {
        Authorization: vapidAuthorization(endpoint, requireValue(sending.pushKey), sending),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        TTL: String(ttlS),
        Urgency: severity === "critical" ? "high" : "normal",
        // A later message on the same topic takes the place of one that still waits; at most 32 characters of base64url.
        Topic: createHash("sha256").update(tag).digest("base64url").slice(0, 32),
      },
      body: encryptPush(Buffer.from(JSON.stringify(payload)), { p256dh, auth }),
    };
  },
  read: ({ status }) => ({ isGone: status === 404 || status === 410 }),
};
