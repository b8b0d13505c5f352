const whole = new Intl.NumberFormat("de-DE", { maximumFractionDigits: 0 });

/** „1 Datei“, „1.840 Dateien“: a whole number and its noun, in the singular for exactly one. */
export function counted(count: number, one: string, many: string): string {
  return `${whole.format(count)} ${count === 1 ? one : many}`;
}
