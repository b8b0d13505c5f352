const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;

/** Decodes a label without its `xn--` by RFC 3492; undefined when it is none. */
export function toUnicode(encoded: string): string | undefined {
  const split = encoded.lastIndexOf("-");
  const output = split > 0 ? Array.from(encoded.slice(0, split), (letter) => letter.codePointAt(0) ?? 0) : [];
  let at = split > 0 ? split + 1 : 0;
  let code = 128;
  let position = 0;
  let bias = 72;
  while (at < encoded.length) {
    const start = position;
    let weight = 1;
    for (let k = base; ; k += base) {
      const digit = digitOf(encoded.charCodeAt(at));
      at += 1;
      if (digit < 0) return undefined;
      position += digit * weight;
      const threshold = k <= bias ? tMin : Math.min(k - bias, tMax);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const count = output.length + 1;
    bias = adapt(position - start, count, start === 0);
    code += Math.floor(position / count);
    position %= count;
    if (!(code <= 0x10ffff)) return undefined;
    output.splice(position, 0, code);
    position += 1;
  }
  return String.fromCodePoint(...output);
}

function digitOf(letter: number): number {
  if (letter >= 48 && letter <= 57) return letter - 22;
  if (letter >= 97 && letter <= 122) return letter - 97;
  return letter >= 65 && letter <= 90 ? letter - 65 : -1;
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}
