import { id } from "../pagination.ts";
import { readIpAddress } from "../values/ip-address.ts";
import { z } from "../zod.ts";

export const oneRecord = z.strictObject({ id });
export const listHostProposals = z.strictObject({});

const ip = z
  .string()
  .max(45)
  .refine((text) => "value" in readIpAddress(text), { error: "IP-Adressen: Keine gültige IPv4- oder IPv6-Adresse." });

const websiteIds = z
  .array(id)
  .min(1, { error: "Websites: Bitte mindestens eine wählen." })
  .max(200, { error: "Websites: Höchstens 200 je Hoster." });

const proposed = z.discriminatedUnion("as", [
  z.strictObject({
    as: z.literal("new"),
    name: z.string().trim().min(1, { error: "Name: Pflichtfeld." }).max(80, { error: "Name: Höchstens 80 Zeichen." }),
    provider: z
      .string()
      .trim()
      .min(1, { error: "Anbieter: Pflichtfeld." })
      .max(120, { error: "Anbieter: Höchstens 120 Zeichen." }),
    ips: z.array(ip).min(1).max(20),
    websiteIds,
  }),
  z.strictObject({ as: z.literal("existing"), hostId: id, websiteIds }),
]);

export const applyProposals = z.strictObject({
  hosts: z.array(proposed).min(1, { error: "Bitte mindestens einen Vorschlag wählen." }).max(50),
});

export const linkWebsites = z.strictObject({ hostId: id, websiteIds });
