import type { ImprintFacts } from "../../../contract/discoveries/imprint.ts";
import { fieldsIn, isObject } from "../../../contract/narrowing.ts";
import { readEmail } from "../../../contract/values/email.ts";
import { readVatId } from "../../../contract/values/vat-id.ts";
import { normalPhone } from "./parts.ts";

const maxSize = 100_000;
const maxDepth = 6;
const organisation =
  /Organization|Corporation|LocalBusiness|Store|Restaurant|Hotel|Winery|Bakery|ProfessionalService|MedicalBusiness|Dentist|LegalService|Attorney|NGO/;

/** What a page says about its owner for machines (schema.org in JSON-LD); empty where it says nothing. */
export function readMachineData(scripts: readonly string[]): Partial<ImprintFacts> {
  for (const script of scripts) {
    const found = script.length <= maxSize ? findOrganisation(parse(script), 0) : undefined;
    if (found) return toFacts(found);
  }
  return {};
}

type Data = Record<string, unknown>;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function findOrganisation(value: unknown, depth: number): Data | undefined {
  if (depth > maxDepth || !isObject(value)) return undefined;
  if (Array.isArray(value)) {
    for (const each of value.slice(0, 50)) {
      const found = findOrganisation(each, depth + 1);
      if (found) return found;
    }
    return undefined;
  }
  const types = [value["@type"]].flat().filter((type) => typeof type === "string");
  if (types.some((type) => organisation.test(type)) && typeof value.address === "object") return value;
  return findOrganisation(value["@graph"] ?? value.publisher ?? value.mainEntity, depth + 1);
}

function toFacts(data: Data): Partial<ImprintFacts> {
  const address = fieldsIn([data.address].flat()[0]);
  const country = textOf(address.addressCountry, 2);
  const [email, vatId] = [readEmail(textOf(data.email, 254) ?? ""), readVatId(textOf(data.vatID, 20) ?? "")];
  const facts = {
    company: textOf(data.legalName, 150) ?? textOf(data.name, 150),
    street: textOf(address.streetAddress, 150),
    zip: textOf(address.postalCode, 10),
    city: textOf(address.addressLocality, 100),
    country: country && /^[A-Z]{2}$/.test(country) ? country : undefined,
    email: "value" in email ? email.value : undefined,
    vatId: "value" in vatId ? vatId.value : undefined,
    phone: normalPhone(textOf(data.telephone, 40) ?? "", country ?? null),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

function textOf(value: unknown, max: number): string | undefined {
  const text =
    typeof value === "string"
      ? value
          .replace(/\s+/g, " ")
          .trim()
          .replace(/^mailto:/i, "")
      : "";
  return text && text.length <= max ? text : undefined;
}
