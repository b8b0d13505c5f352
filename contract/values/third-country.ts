/** The European Economic Area, where the GDPR holds: the EU with Iceland, Liechtenstein and Norway. */
const area = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);

/** Whether personal data in this country (ISO 3166-1) are in a third country by the GDPR. */
export function isThirdCountry(code: string): boolean {
  return !area.has(code.toUpperCase());
}
