const usual = "Europe/Berlin";
let zone = usual;

/** The time zone by whose clocks and calendars the portal works. */
export function portalTimeZone(): string {
  return zone;
}

/** Sets it for this process or page; what is no time zone is left aside. */
export function setPortalTimeZone(next: string): void {
  if (next !== zone && isTimeZone(next)) zone = next;
}

/** Whether clocks can be read in it here. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("de-DE", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** What is made for a time zone, made anew when the portal's own has changed. */
export function zoned<Made>(make: (timeZone: string) => Made): () => Made {
  let made: { zone: string; value: Made } | undefined;
  return () => {
    if (made?.zone !== zone) made = { zone, value: make(zone) };
    return made.value;
  };
}
