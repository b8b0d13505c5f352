import { customers } from "../../../contract/customers.ts";
import type { Rule } from "../../../contract/records/schema.ts";
import { readZip } from "../../../contract/values/place.ts";

/** The postcode of an address fits its country; without a country it is a German one. */
export function zipFitsCountry(address: "billing" | "visit"): Rule {
  return (values) => {
    const name = `${address}Zip` as const;
    const { [name]: zip, [`${address}Country`]: country } = values;
    // An update that leaves the country out is judged with the one that is stored.
    if (typeof zip !== "string" || country === undefined) return {};
    const reading = readZip(zip, String(country ?? "DE"));
    return "problem" in reading ? { [name]: [`${customers.fields[name].label}: ${reading.problem}`] } : {};
  };
}
