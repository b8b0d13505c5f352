const euro = new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" });
const regions = new Intl.DisplayNames("de-DE", { type: "region", fallback: "code" });

/** „1.250,00 €“ of whole cents. */
export function formatMoney(cents: number): string {
  return euro.format(cents / 100);
}

/** „20.11.2026“ of a calendar date; what is none stays as it is. */
export function formatDay(date: string): string {
  const [year, month, day] = date.split("-");
  return day ? `${day}.${month}.${year}` : date;
}

/** An address as people say it: „weingut-amsel.example/shop“. */
export function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

/** „Österreich“ of a country code. */
export function countryName(code: string): string {
  try {
    return regions.of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}
