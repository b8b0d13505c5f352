import { layOut } from "./graph-layout.ts";
import type { GraphShape } from "./graph-layout-shape.ts";

addEventListener("message", ({ data }: MessageEvent<GraphShape>) => postMessage(layOut(data)));
