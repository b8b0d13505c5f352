import sharp from "sharp";
import { escapeHtml } from "../../../contract/document/html.ts";
import type { Device } from "../../../server/browser/visits/picture.ts";
import { loadSharp } from "../../../server/files/load-sharp.ts";
import { inkOf, type Shown } from "./designs.ts";

/** How start pages looked before. */
export type FormerDesign = "narrow" | "wide";

interface Drawn {
  name: string;
  shown: Shown;
  design: FormerDesign;
  device: Device;
  /** What the page reports of itself that month. */
  headline: string;
}

const sizes: Readonly<Record<Device, readonly [width: number, height: number]>> = {
  desktop: [1440, 900],
  mobile: [390, 844],
};
const [width, height] = sizes.desktop;
const sentences = [
  "Persönlich, verlässlich und mit Erfahrung",
  "aus vielen Jahren. Sprechen Sie uns an,",
  "wir nehmen uns Zeit.",
];

const words = (text: string, x: number, y: number, style: string) =>
  `<text x="${x}" y="${y}" ${style}>${escapeHtml(text)}</text>`;
const paragraph = (x: number, y: number, fill: string) =>
  sentences.map((line, at) => words(line, x, y + at * 26, `font-size="16" fill="${fill}"`)).join("");

/** Pages as they were drawn for small screens: a column in the middle with a menu beside it. */
function narrow({ name, shown, headline }: Drawn): string {
  const { main, deep, pale } = inkOf(name);
  const menu = shown.topics.map((topic, at) => {
    const y = 268 + at * 46;
    return `<rect x="260" y="${y}" width="200" height="38" fill="${at === 0 ? main : pale}"/>${words(topic, 276, y + 25, `font-size="16" fill="${at === 0 ? "#fff" : deep}"`)}`;
  });
  return `<rect width="${width}" height="${height}" fill="#d9d9d4"/><rect x="240" width="960" height="${height}" fill="#fff"/>
<rect x="240" width="960" height="190" fill="${deep}"/><rect x="240" y="190" width="960" height="46" fill="${main}"/>
${words(shown.company, 276, 112, `font-size="40" font-family="Georgia, serif" fill="#fff"`)}
${words("Willkommen auf unserer Homepage", 276, 220, `font-size="17" fill="#fff"`)}
${menu.join("")}
${words(shown.slogan, 500, 302, `font-size="28" font-family="Georgia, serif" fill="${deep}"`)}${paragraph(500, 344, "#444")}
<rect x="500" y="440" width="660" height="210" fill="${pale}"/><circle cx="660" cy="560" r="58" fill="${main}"/><path d="M500 650l210-120 180 120z" fill="${deep}"/>
${words(headline, 500, 706, `font-size="22" font-family="Georgia, serif" fill="${deep}"`)}${paragraph(500, 742, "#444")}
<rect x="240" y="852" width="960" height="48" fill="${pale}"/>${words("Impressum  |  Datenschutz", 276, 882, `font-size="14" fill="${deep}"`)}`;
}

/** Pages as they were drawn when screens grew wide: one great picture, and three things below it. */
function wide({ name, shown, headline }: Drawn): string {
  const { main, deep, pale } = inkOf(name);
  const topics = shown.topics.map((topic, at) => words(topic, 760 + at * 160, 60, `font-size="16" fill="${deep}"`));
  const columns = shown.topics.slice(0, 3).map((topic, at) => {
    const x = 96 + at * 440;
    return `<circle cx="${x + 32}" cy="666" r="32" fill="${main}"/>${words(topic, x, 746, `font-size="24" fill="${deep}"`)}${paragraph(x, 786, "#555")}`;
  });
  return `<rect width="${width}" height="${height}" fill="#fff"/>${words(shown.company, 96, 62, `font-size="24" font-weight="bold" fill="${deep}"`)}${topics.join("")}
<rect y="96" width="${width}" height="500" fill="${deep}"/><path d="M0 596V470l380-190 330 170 300-130 430 180v96z" fill="${main}"/><circle cx="1180" cy="220" r="60" fill="${pale}"/>
${words(shown.slogan, 96, 280, `font-size="54" fill="#fff"`)}${words(headline, 96, 336, `font-size="22" fill="#fff"`)}
<rect x="96" y="370" width="220" height="52" fill="#fff"/>${words("Mehr erfahren", 134, 403, `font-size="18" fill="${deep}"`)}
${columns.join("")}`;
}

/** What was drawn for small screens knew nothing of phones: they show all of it, tiny, and nothing below. */
const narrowOnPhone = (drawn: Drawn) =>
  `<rect width="390" height="844" fill="#d9d9d4"/><g transform="scale(0.40625) translate(-240 0)">${narrow(drawn)}</g>`;

function wideOnPhone({ name, shown, headline }: Drawn): string {
  const { main, deep, pale } = inkOf(name);
  const slogan = linesOf(shown.slogan, 22).map((line, at) =>
    words(line, 24, 190 + at * 36, `font-size="29" fill="#fff"`),
  );
  const topics = shown.topics.slice(0, 3).map((topic, at) => {
    const y = 510 + at * 108;
    return `<circle cx="48" cy="${y}" r="24" fill="${main}"/>${words(topic, 90, y - 4, `font-size="20" fill="${deep}"`)}${words(sentences[at] ?? "", 90, y + 20, `font-size="14" fill="#555"`)}`;
  });
  return `<rect width="390" height="844" fill="#fff"/>${words(shown.company, 24, 42, `font-size="19" font-weight="bold" fill="${deep}"`)}
<path d="M338 26h28M338 36h28M338 46h28" stroke="${deep}" stroke-width="3"/>
<rect y="68" width="390" height="372" fill="${deep}"/><path d="M0 440V390l110-60 90 56 80-44 110 66v32z" fill="${main}"/><circle cx="330" cy="120" r="24" fill="${pale}"/>
${slogan.join("")}${words(headline, 24, 310, `font-size="16" fill="#fff"`)}${topics.join("")}`;
}

/** Words in lines of so many letters at most. */
function linesOf(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.slice(0, 3);
}

const draw: Readonly<Record<Device, Record<FormerDesign, (drawn: Drawn) => string>>> = {
  desktop: { narrow, wide },
  mobile: { narrow: narrowOnPhone, wide: wideOnPhone },
};

let last: Promise<unknown> = Promise.resolve();

/**
 * Draws the picture that the browser would have taken. The portal decodes no SVG, because that of strangers is a
 * program; what is drawn here is its own, and is decoded before anybody can reach the portal. One after the other: who
 * is done closes the decoder, which all of the process share.
 */
export function drawFormerPage(drawn: Drawn): Promise<Uint8Array> {
  const picture = last.then(() => decode(drawn));
  last = picture.catch(() => undefined);
  return picture;
}

async function decode(drawn: Drawn): Promise<Uint8Array> {
  await loadSharp();
  const { device, design } = drawn;
  const [across, down] = sizes[device];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${down}" font-family="'DejaVu Sans', Arial, sans-serif">${draw[device][design](drawn)}</svg>`;
  const decoder = { operation: ["VipsForeignLoadSvg"] };
  sharp.unblock(decoder);
  try {
    // The portal encodes it anew, as whatever it is given; effort spent here would be lost.
    return await sharp(Buffer.from(svg)).flatten({ background: "#fff" }).webp({ quality: 82, effort: 0 }).toBuffer();
  } finally {
    sharp.block(decoder);
  }
}
