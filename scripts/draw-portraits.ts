import { mkdirSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { drawPortrait, type Portrait } from "./portrait.ts";

/** Draws the pictures of the sample agency's team into server/sample/portraits. Run it again after a change here. */
const portraits: Record<string, Portrait> = {
  "jana.petersen": { ground: "#D8CBEA", skin: "#F0C9A8", hair: "#6B3F22", clothes: "#55338A", style: "long" },
  "timo.brandt": { ground: "#C4DDEE", skin: "#F3D2B5", hair: "#C89B5A", clothes: "#1F5478", style: "short" },
  "aylin.demir": { ground: "#F0DDBB", skin: "#DDAA80", hair: "#2A1D18", clothes: "#8A5A12", style: "bob" },
  "sofie.lindner": { ground: "#D3D7F0", skin: "#F6D9C2", hair: "#B5502B", clothes: "#3A418F", style: "bun" },
  "malte.grothe": { ground: "#C9E3D3", skin: "#EBC4A0", hair: "#4A3426", clothes: "#1F5C3C", style: "beard" },
  "kevin.okafor": { ground: "#C9E2E2", skin: "#8D5B3E", hair: "#1D1512", clothes: "#17595D", style: "short" },
  "anna.reuter": { ground: "#DED8CE", skin: "#F3D2B5", hair: "#8C6B4A", clothes: "#54493B", style: "bob" },
  "linh.tran": { ground: "#E1E6C4", skin: "#EFC79F", hair: "#1F1A1C", clothes: "#4F5A1E", style: "long" },
  "marie-luise.hohenstein-friedrichsen": {
    ground: "#E6D6E0",
    skin: "#F2CDB0",
    hair: "#A9A19C",
    clothes: "#7A2F57",
    style: "bun",
  },
  "greta.sommer": { ground: "#F1D9C9", skin: "#EFC9AC", hair: "#5B3B2E", clothes: "#8A4A22", style: "bob" },
};

const folder = path.resolve(import.meta.dirname, "../server/sample/portraits");
mkdirSync(folder, { recursive: true });
for (const [mailbox, portrait] of Object.entries(portraits)) {
  await sharp(Buffer.from(drawPortrait(portrait)))
    .webp({ quality: 88 })
    .toFile(path.join(folder, `${mailbox}.webp`));
}
