import { keysOf } from "../narrowing.ts";
import { addDays } from "./portal-time.ts";

/** Whose public holidays count; `none` is for agencies outside Germany. */
export const holidayRegionLabels = {
  none: "Keine Feiertage",
  germany: "Nur bundesweite Feiertage",
  "baden-wuerttemberg": "Baden-Württemberg",
  bayern: "Bayern",
  "bayern-mariae-himmelfahrt": "Bayern, mit Mariä Himmelfahrt",
  berlin: "Berlin",
  brandenburg: "Brandenburg",
  bremen: "Bremen",
  hamburg: "Hamburg",
  hessen: "Hessen",
  "mecklenburg-vorpommern": "Mecklenburg-Vorpommern",
  niedersachsen: "Niedersachsen",
  "nordrhein-westfalen": "Nordrhein-Westfalen",
  "rheinland-pfalz": "Rheinland-Pfalz",
  saarland: "Saarland",
  sachsen: "Sachsen",
  "sachsen-anhalt": "Sachsen-Anhalt",
  "schleswig-holstein": "Schleswig-Holstein",
  thueringen: "Thüringen",
} as const;

export type HolidayRegion = keyof typeof holidayRegionLabels;
export const holidayRegions = keysOf(holidayRegionLabels);

interface Holiday {
  name: string;
  /** `MM-DD`, days after Easter Sunday, or what a year makes of it. */
  on: string | number | ((year: number) => string);
  /** Absent for all of Germany. */
  regions?: readonly HolidayRegion[];
  /** The only year that has it. */
  year?: number;
}

const bavaria = ["bayern", "bayern-mariae-himmelfahrt"] as const;
const north = ["bremen", "hamburg", "niedersachsen", "schleswig-holstein"] as const;
const east = ["brandenburg", "mecklenburg-vorpommern", "sachsen", "sachsen-anhalt", "thueringen"] as const;

/**
 * As of 2026. Art. 2 (2) Einigungsvertrag for 3 October, otherwise the laws of the states: FTG of Baden-Württemberg,
 * Bavaria, Brandenburg, Mecklenburg-Vorpommern, North Rhine-Westphalia (Feiertagsgesetz NW), Rhineland-Palatinate
 * (LFtG), Saarland (SFG), Saxony (SächsSFG), Saxony-Anhalt (FeiertG LSA), Schleswig-Holstein (SFTG), Thuringia
 * (ThürFtG), Hesse (HFeiertagsG), Lower Saxony (NFeiertagsG), and the holiday laws of Berlin, Bremen and Hamburg. What
 * holds in single municipalities is left out: Fronleichnam in Saxony and Thuringia, the Friedensfest in Augsburg;
 * Mariä Himmelfahrt, which depends on the municipality in Bavaria, is a choice.
 */
const holidays: readonly Holiday[] = [
  { name: "Neujahr", on: "01-01" },
  { name: "Heilige Drei Könige", on: "01-06", regions: ["baden-wuerttemberg", ...bavaria, "sachsen-anhalt"] },
  { name: "Internationaler Frauentag", on: "03-08", regions: ["berlin", "mecklenburg-vorpommern"] },
  { name: "Karfreitag", on: -2 },
  { name: "Ostersonntag", on: 0, regions: ["brandenburg"] },
  { name: "Ostermontag", on: 1 },
  { name: "Tag der Arbeit", on: "05-01" },
  { name: "Christi Himmelfahrt", on: 39 },
  { name: "Pfingstsonntag", on: 49, regions: ["brandenburg"] },
  { name: "Pfingstmontag", on: 50 },
  {
    name: "Fronleichnam",
    on: 60,
    regions: ["baden-wuerttemberg", ...bavaria, "hessen", "nordrhein-westfalen", "rheinland-pfalz", "saarland"],
  },
  { name: "75. Jahrestag des Aufstands vom 17. Juni 1953", on: "06-17", regions: ["berlin"], year: 2028 },
  { name: "Mariä Himmelfahrt", on: "08-15", regions: ["bayern-mariae-himmelfahrt", "saarland"] },
  { name: "Weltkindertag", on: "09-20", regions: ["thueringen"] },
  { name: "Tag der Deutschen Einheit", on: "10-03" },
  { name: "Reformationstag", on: "10-31", regions: [...north, ...east] },
  {
    name: "Allerheiligen",
    on: "11-01",
    regions: ["baden-wuerttemberg", ...bavaria, "nordrhein-westfalen", "rheinland-pfalz", "saarland"],
  },
  { name: "Buß- und Bettag", on: dayOfRepentance, regions: ["sachsen"] },
  { name: "1. Weihnachtstag", on: "12-25" },
  { name: "2. Weihnachtstag", on: "12-26" },
];

/** The public holidays of a region in a year by their day, `YYYY-MM-DD`, in the order of the calendar. */
export function holidaysOf(region: HolidayRegion, year: number): ReadonlyMap<string, string> {
  const key = `${region} ${year}`;
  const known = calculated.get(key);
  if (known) return known;
  const days = holidays
    .filter(({ regions, year: only }) => (!regions || regions.includes(region)) && (!only || only === year))
    .map(({ name, on }) => [dayOf(on, year), name] as const)
    .sort(([one], [other]) => one.localeCompare(other));
  const made = new Map(region === "none" ? [] : days);
  calculated.set(key, made);
  return made;
}

const calculated = new Map<string, ReadonlyMap<string, string>>();

function dayOf(on: Holiday["on"], year: number): string {
  if (typeof on === "number") return addDays(easterSunday(year), on);
  return typeof on === "string" ? `${year}-${on}` : on(year);
}

/** The first Sunday after the first full moon of spring, by the rule of Meeus, Jones and Butcher. */
export function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const moved = Math.floor((century + 8) / 25);
  const corrected = Math.floor((century - moved + 1) / 3);
  const moon = (19 * golden + century - Math.floor(century / 4) - corrected + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - moon - (inCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  const sum = moon + weekday - 7 * late + 114;
  return `${year}-0${Math.floor(sum / 31)}-${String((sum % 31) + 1).padStart(2, "0")}`;
}

/** The Wednesday before 23 November. */
function dayOfRepentance(year: number): string {
  const eve = `${year}-11-22`;
  const daysSinceWednesday = (new Date(`${eve}T00:00Z`).getUTCDay() + 4) % 7;
  return addDays(eve, -daysSinceWednesday);
}
