/** Where the lines of a scale stand, from the lowest to the highest; the first and the last one hold everything. */
export function niceScale(lowest: number, highest: number, lines = 4): number[] {
  const span = Math.max(1e-9, highest - lowest);
  const rough = span / lines;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const first = Math.floor(lowest / step);
  const last = Math.max(first + 1, Math.ceil(highest / step));
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}
