/** The names with one of them moved to an index; beyond the ends it means the ends. */
export function moved(names: readonly string[], name: string, to: number): string[] {
  const others = names.filter((other) => other !== name);
  const index = Math.min(others.length, Math.max(0, to));
  return [...others.slice(0, index), name, ...others.slice(index)];
}
