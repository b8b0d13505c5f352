import type { Rule } from "../../../contract/records/schema.ts";
import { readZip } from "../../../contract/values/place.ts";

/** The postcode of an address fits its country; without a country it is a German one. */
export function zipFitsCountry(address: "billing" | "visit"): Rule {
  return (values) => {
    const zip = values[`${address}Zip`];
    if (typeof zip !== "string" || zip === "") return {};
    const reading = readZip(zip, String(values[`${address}Country`] ?? "DE"));
    return "problem" in reading ? { [`${address}Zip`]: [reading.problem] } : {};
  };
}
