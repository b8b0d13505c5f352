/** The names with one of them moved to a place; places beyond the ends mean the ends. */
export function moved(names: readonly string[], name: string, to: number): string[] {
  const others = names.filter((other) => other !== name);
  const place = Math.min(others.length, Math.max(0, to));
  return [...others.slice(0, place), name, ...others.slice(place)];
}
