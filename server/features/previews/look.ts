import { inImageQueue, loadSharp } from "../../files/load-sharp.ts";

const side = 16;

/**
 * How a picture looks, as bits of which neighbouring part is brighter: two that look alike differ in few, whatever their
 * size and compression. 256 bits as hexadecimal.
 */
export function lookOf(picture: string | Uint8Array): Promise<string> {
  return inImageQueue(async () => {
    const sharp = await loadSharp();
    const pixels = await (typeof picture === "string" ? sharp(picture) : sharp(undefined).end(picture))
      .flatten({ background: "#ffffff" })
      .greyscale()
      .resize(side + 1, side, { fit: "fill" })
      .raw()
      .toBuffer();
    let bits = "";
    for (let y = 0; y < side; y += 1)
      for (let x = 0; x < side; x += 1) {
        const at = y * (side + 1) + x;
        bits += (pixels[at] ?? 0) > (pixels[at + 1] ?? 0) ? "1" : "0";
      }
    return bits.replace(/.{4}/g, (four) => Number.parseInt(four, 2).toString(16));
  });
}

/** The part of the bits in which two looks differ, from 0 to 1. */
export function lookDistance(one: string, other: string): number {
  let different = 0;
  for (let at = 0; at < one.length; at += 1) {
    let bits = Number.parseInt(one[at] ?? "0", 16) ^ Number.parseInt(other[at] ?? "0", 16);
    for (; bits > 0; bits >>= 1) different += bits & 1;
  }
  return different / (side * side);
}
