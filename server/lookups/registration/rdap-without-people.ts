const maxLength = 32 * 1024;
const maxElements = 200;
const maxTextLength = 1000;

/** What of a value is kept; undefined for nothing. */
type Keep = (value: unknown) => unknown;

const one: Keep = (value) => {
  if (typeof value === "string") return value.includes("@") ? "[entfernt]" : value.slice(0, maxTextLength);
  return typeof value === "number" || typeof value === "boolean" ? value : undefined;
};

const listOf =
  (keep: Keep): Keep =>
  (value) =>
    Array.isArray(value)
      ? value
          .slice(0, maxElements)
          .map(keep)
          .filter((kept) => kept !== undefined)
      : undefined;

const only =
  (fields: Readonly<Record<string, Keep>>): Keep =>
  (value) => {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
    const given = new Map(Object.entries(value));
    const kept = Object.entries(fields).map(([name, keep]) => [name, keep(given.get(name))] as const);
    return Object.fromEntries(kept.filter(([, each]) => each !== undefined));
  };

const texts = (...names: string[]) => only(Object.fromEntries(names.map((name) => [name, one])));

/** When a registry last wrote its database is otherwise with every answer, and says nothing of the domain. */
const event: Keep = (value) =>
  value && typeof value === "object" && "eventAction" in value && value.eventAction === "last update of RDAP database"
    ? undefined
    : texts("eventAction", "eventDate")(value);

const publicIds = listOf(texts("type", "identifier"));

/** Of a jCard (RFC 7095) the name alone. */
const name: Keep = (vcard) => {
  const properties: unknown[] = Array.isArray(vcard) && Array.isArray(vcard[1]) ? vcard[1] : [];
  const fn = properties.find((each) => Array.isArray(each) && each[0] === "fn");
  const text = Array.isArray(fn) ? one(fn[3]) : undefined;
  return typeof text === "string" ? ["vcard", [["fn", {}, "text", text]]] : undefined;
};

/** The registrar is a company that everybody may know; of all others it stays only that there is somebody. */
const entity: Keep = (value) => {
  const roles = value && typeof value === "object" && "roles" in value ? value.roles : undefined;
  const isRegistrar = Array.isArray(roles) && roles.includes("registrar");
  return only({ roles: listOf(one), ...(isRegistrar && { vcardArray: name, publicIds }) })(value);
};

/** The fields of a domain (RFC 9083, 5.3) that say nothing of people. */
const domain = only({
  ldhName: one,
  unicodeName: one,
  handle: one,
  events: listOf(event),
  status: listOf(one),
  nameservers: listOf(texts("ldhName", "unicodeName")),
  secureDNS: only({
    zoneSigned: one,
    delegationSigned: one,
    maxSigLife: one,
    dsData: listOf(texts("keyTag", "algorithm", "digest", "digestType")),
    keyData: listOf(texts("flags", "protocol", "publicKey", "algorithm")),
  }),
  links: listOf(texts("rel", "href", "type")),
  publicIds,
  port43: one,
  entities: listOf(entity),
});

/**
 * An answer of RDAP without whatever could be about people: only what is known to be harmless stays, because registries
 * add fields of their own. Of companies the registrar's name stays.
 */
export function rdapWithoutPeople(text: string): string {
  return JSON.stringify(domain(JSON.parse(text)) ?? {}, null, 2).slice(0, maxLength);
}
