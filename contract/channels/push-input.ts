import { id } from "../pagination.ts";
import { z } from "../zod.ts";

const key = (bytes: number) =>
  z
    .string()
    .max(200)
    .refine((text) => /^[\w-]+$/.test(text) && Math.floor((text.length * 3) / 4) === bytes, {
      error: "Schlüssel: Der Browser hat einen unbrauchbaren geschickt.",
    });

/** What a browser gives when it subscribes (Push API); it names the push service that its maker runs. */
export const subscribePush = z.strictObject({
  endpoint: z
    .url({ protocol: /^https?$/, error: "Adresse: Der Browser hat eine unbrauchbare geschickt." })
    .max(1000)
    .refine((text) => !/^https?:\/\/[^/]*@/.test(text), {
      error: "Adresse: Der Browser hat eine unbrauchbare geschickt.",
    }),
  p256dh: key(65),
  auth: key(16),
  label: z.string().trim().min(1).max(80),
});

export const pushSubscriptionId = z.strictObject({ id });

/** A browser that takes push messages for the person who asks. */
export interface PushDevice {
  id: string;
  label: string;
  host: string;
  createdAt: Date;
  lastDeliveredAt: Date | null;
  /** SHA-256 of its address, by which a browser knows itself again. */
  endpointHash: string;
}

export interface PushState {
  /** What a browser subscribes with, base64url. */
  publicKey: string;
  devices: PushDevice[];
  /** Whether the person has channels of their own. */
  hasMessenger: boolean;
}
