import sharp from "sharp";

/** A photo as a camera writes it: lying on its side, with the place where it was taken. */
export function aPhoto({ width = 1600, height = 1200 } = {}): Promise<Buffer> {
  return picture(width, height)
    .withExif({
      IFD0: { Copyright: "Jana Petersen", Make: "Kamera" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "53/1 33/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "10/1 0/1 0/1" },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

export function aPng({ width = 300, height = 200 } = {}): Promise<Buffer> {
  return picture(width, height).png().toBuffer();
}

export function anAvif(): Promise<Buffer> {
  return picture(64, 48).avif({ effort: 0 }).toBuffer();
}

/** Three frames of different colours, so that none is folded into another. */
export async function anAnimation({ width = 120, height = 80 } = {}): Promise<Buffer> {
  const colours = ["#b40032", "#1f6f43", "#20407f"];
  const frames = colours.map((background) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer();
}

export const anSvg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
export const anHtmlPage = Buffer.from("<!doctype html><script>alert(1)</script>");
/** Opens as a GIF for whoever reads six bytes, and as a script for whoever is careless. */
export const aPolyglot = Buffer.from("GIF89a/*\x01\x00*/=1;alert(document.domain)//<script>alert(1)</script>");
export const aPdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");

function picture(width: number, height: number) {
  return sharp({
    create: { width, height, channels: 3, background: "#888", noise: { type: "gaussian", mean: 128, sigma: 30 } },
  });
}
