import { z } from "zod";
import type { Registration } from "../../../contract/registrations/registrations.ts";
import { readDay } from "../registrars/read-values.ts";

/** The elements of a list that are as they should be: a broken one takes no other with it. */
const each = <Element extends z.ZodType>(element: Element) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) =>
      list.flatMap((value) => {
        const parsed = element.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      }),
    );

const entity = z
  .object({
    roles: z.array(z.string()).catch([]),
    vcardArray: z.unknown().optional(),
    handle: z.string().optional().catch(undefined),
  })
  .loose();
const answer = z
  .object({
    objectClassName: z.literal("domain").optional().catch(undefined),
    ldhName: z.string().max(300),
    events: each(z.object({ eventAction: z.string(), eventDate: z.string() }).loose()),
    status: each(z.string().max(80)).transform((statuses) => statuses.slice(0, 50)),
    nameservers: each(z.object({ ldhName: z.string().max(300).optional() }).loose()),
    secureDNS: z.object({ delegationSigned: z.boolean() }).loose().optional().catch(undefined),
    entities: each(entity),
    links: each(
      z
        .object({
          rel: z.string().optional().catch(undefined),
          href: z.string().max(2048),
          type: z.string().optional().catch(undefined),
        })
        .loose(),
    ),
  })
  .loose();

export interface RdapAnswer {
  registration: Omit<Registration, "source">;
  /** Where the registrar says more. */
  related: string | null;
}

/** Reads what RFC 9083 calls a domain; undefined for anything else, or for another domain. */
export function parseRdap(text: string, nameAce: string): RdapAnswer | undefined {
  const parsed = answer.safeParse(readJson(text));
  if (!parsed.success || parsed.data.ldhName.toLowerCase().replace(/\.$/, "") !== nameAce) return undefined;
  const { events, status, nameservers, entities, links, secureDNS } = parsed.data;
  const dateOf = (action: string) =>
    events
      .filter(({ eventAction }) => eventAction.toLowerCase() === action)
      .map(({ eventDate }) => readDay(eventDate))
      .find((day) => day !== null) ?? null;
  const transferredOn = dateOf("transfer");
  const registrar = entities.find(({ roles }) => roles.includes("registrar"));
  return {
    registration: {
      state: "registered",
      registeredOn: dateOf("registration"),
      changedOn: dateOf("last changed"),
      expiresOn: dateOf("expiration") ?? dateOf("registrar expiration"),
      ...(transferredOn && { transferredOn }),
      ...(secureDNS && { isSigned: secureDNS.delegationSigned }),
      registrar: registrar ? (fullName(registrar.vcardArray) ?? registrar.handle ?? null) : null,
      holder: organisation(entities.find(({ roles }) => roles.includes("registrant"))?.vcardArray),
      statuses: [...new Set(status.map((each) => each.toLowerCase().trim()))].toSorted(),
      nameservers: [
        ...new Set(nameservers.flatMap(({ ldhName }) => (ldhName ? [ldhName.toLowerCase().replace(/\.$/, "")] : []))),
      ].toSorted(),
    },
    related: links.find(({ rel, type }) => rel === "related" && (type ?? "").includes("rdap"))?.href ?? null,
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The name in a jCard (RFC 7095). */
const fullName = (vcard: unknown): string | undefined => textIn(vcard, "fn");

function textIn(vcard: unknown, name: string): string | undefined {
  const properties = Array.isArray(vcard) && Array.isArray(vcard[1]) ? vcard[1] : [];
  const found = properties.find((each) => Array.isArray(each) && each[0] === name);
  const value: unknown = Array.isArray(found) ? found[3] : undefined;
  return typeof value === "string" && value !== "" ? value.slice(0, 200) : undefined;
}

/** The name of a holder that says of itself that it is no person, and that is not hidden. */
function organisation(vcard: unknown): string | null {
  const name = textIn(vcard, "org") ?? (textIn(vcard, "kind") === "org" ? fullName(vcard) : undefined);
  return name && !/redacted|not disclosed|privacy|proxy/i.test(name) ? name : null;
}
