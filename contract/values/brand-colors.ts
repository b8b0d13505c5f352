type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** The sheets on which brand colours stand, in the light and in the dark. */
const surfaces: Record<"light" | "dark", Rgb> = { light: white, dark: [22, 20, 21] };

/** Contrast that text needs, and that shapes need (WCAG 1.4.3 and 1.4.11). */
const textRatio = 4.5;
const shapeRatio = 3;

export interface BrandColors {
  light: Record<string, string>;
  dark: Record<string, string>;
}

/**
 * The custom properties of the brand for a colour of one's own, `#rrggbb`, by the name of the property. Shades are moved
 * until what is written on them or with them can be read.
 */
export function brandColors(color: string): BrandColors {
  const own = parse(color);
  const fill = until(own, black, (shade) => contrast(shade, white) >= textRatio);
  const darkFill = until(
    until(own, white, (shade) => contrast(shade, surfaces.dark) >= shapeRatio),
    black,
    (shade) => contrast(shade, white) >= textRatio,
  );
  return {
    light: named({
      brand: fill,
      "brand-hover": mix(fill, black, 0.14),
      "brand-press": mix(fill, black, 0.28),
      "brand-text": until(fill, black, (shade) => contrast(shade, [242, 239, 241]) >= textRatio),
      "brand-soft": mix(white, fill, 0.07),
      "brand-panel": fill,
      "on-brand": white,
    }),
    dark: named({
      brand: darkFill,
      "brand-hover": until(mix(darkFill, white, 0.08), black, (shade) => contrast(shade, white) >= textRatio),
      "brand-press": mix(darkFill, black, 0.18),
      "brand-text": until(own, white, (shade) => contrast(shade, [37, 33, 35]) >= 6),
      "brand-soft": mix(surfaces.dark, darkFill, 0.2),
      "brand-panel": mix(fill, black, 0.3),
      "on-brand": white,
    }),
  };
}

function named(colors: Record<string, Rgb>): Record<string, string> {
  return Object.fromEntries(Object.entries(colors).map(([name, color]) => [`--${name}`, format(color)]));
}

const steps = 50;

/** The first shade on the way from a colour to another that will do. */
function until(from: Rgb, to: Rgb, willDo: (shade: Rgb) => boolean): Rgb {
  for (let step = 0; step < steps; step += 1) {
    const shade = mix(from, to, step / steps);
    if (willDo(shade)) return shade;
  }
  return to;
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const between = (index: 0 | 1 | 2) => Math.round(one[index] + (other[index] - one[index]) * share);
  return [between(0), between(1), between(2)];
}

/** The channels of a color that is written as `#rrggbb`. */
export function parse(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const format = (color: Rgb) => `#${color.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
