import sharp from "sharp";
import type { ForeignBrowser } from "../../../server/browser/browser.ts";
import { BrowserOff, type OffReason, VisitProblem } from "../../../server/browser/browser-problem.ts";

/** What visits show: upright or lying stripes, or why there is no picture. */
type Scene = "upright" | "lying" | { fails: string; on?: "mobile" } | { crashes: number } | { off: OffReason };

export interface ScriptedBrowser extends ForeignBrowser {
  /** The devices and addresses of the visits. */
  visited: string[];
  show(next: Scene): void;
  /** Has the next visits wait until the returned function is called. */
  hold(): () => void;
}

/** Stands in for the browser for pages of others: it draws stripes. */
export function scriptedBrowser(): ScriptedBrowser {
  let scene: Scene = "upright";
  let gate: Promise<void> = Promise.resolve();
  const visited: string[] = [];
  const visit = async (_kind: string, { url, device }: { url: string; device: "desktop" | "mobile" }) => {
    visited.push(`${device} ${url}`);
    await gate;
    if (typeof scene === "string") return { webp: await draw(scene, device), status: 200, url };
    if ("crashes" in scene) {
      scene = scene.crashes > 1 ? { crashes: scene.crashes - 1 } : "upright";
      throw new VisitProblem("Der Browser ist abgestürzt.", "crashed");
    }
    if ("on" in scene && scene.on !== device) return { webp: await draw("upright", device), status: 200, url };
    throw "off" in scene ? new BrowserOff(scene.off) : new VisitProblem(scene.fails, "timeout");
  };
  return {
    visited,
    show: (next) => {
      scene = next;
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    visit: visit as ForeignBrowser["visit"],
    off: () => (typeof scene === "object" && "off" in scene ? scene.off : undefined),
    hasServed: () => visited.length > 0,
    pid: () => undefined,
    stop: async () => undefined,
  };
}

const drawn = new Map<string, Promise<Uint8Array>>();

/** Each of the four pictures is drawn once; whoever gets one may keep it. */
async function draw(scene: "upright" | "lying", device: "desktop" | "mobile"): Promise<Uint8Array> {
  const key = `${scene} ${device}`;
  const picture = drawn.get(key) ?? paint(scene, device);
  drawn.set(key, picture);
  return Uint8Array.from(await picture);
}

async function paint(scene: "upright" | "lying", device: "desktop" | "mobile"): Promise<Uint8Array> {
  const [width, height] = device === "desktop" ? [1440, 900] : [780, 1688];
  const side = 48;
  const isDark = (x: number, y: number) => (scene === "upright" ? x % 8 < 4 : (x + 3 * y) % 16 < 8);
  const pixels = Buffer.from(
    Array.from({ length: side * side }, (_, at) => (isDark(at % side, Math.floor(at / side)) ? 20 : 240)),
  );
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .resize(width, height, { fit: "fill", kernel: "nearest" })
    .webp({ quality: 75 })
    .toBuffer();
}
