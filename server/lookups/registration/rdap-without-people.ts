const maxLength = 32 * 1024;
const maxDepth = 12;

/** An answer of RDAP without whatever could be about people; of companies only the registrar's name stays. */
export function rdapWithoutPeople(text: string): string {
  return JSON.stringify(cleaned(JSON.parse(text), 0), null, 2).slice(0, maxLength);
}

function cleaned(value: unknown, depth: number): unknown {
  if (depth > maxDepth) return "[gekürzt]";
  if (Array.isArray(value))
    return value
      .slice(0, 200)
      .filter(isKept)
      .map((each) => cleaned(each, depth + 1));
  if (typeof value === "string") return value.includes("@") ? "[entfernt]" : value.slice(0, 1000);
  if (value === null || typeof value !== "object") return value;
  const isRegistrar = "roles" in value && Array.isArray(value.roles) && value.roles.includes("registrar");
  const isEntity = "vcardArray" in value || "roles" in value;
  const entries = Object.entries(value).map(([key, each]) => {
    if (key === "vcardArray" || key === "jscard") return [key, isRegistrar ? nameOnly(each) : "[entfernt]"];
    if (isEntity && !isRegistrar && key === "handle") return [key, "[entfernt]"];
    return [key, cleaned(each, depth + 1)];
  });
  return Object.fromEntries(entries);
}

/** When a registry last wrote its database is otherwise with every answer, and says nothing of the domain. */
const isKept = (value: unknown): boolean =>
  !(
    value &&
    typeof value === "object" &&
    "eventAction" in value &&
    value.eventAction === "last update of RDAP database"
  );

function nameOnly(vcard: unknown): unknown {
  const properties = Array.isArray(vcard) && Array.isArray(vcard[1]) ? vcard[1] : [];
  return ["vcard", properties.filter((each) => Array.isArray(each) && (each[0] === "version" || each[0] === "fn"))];
}
