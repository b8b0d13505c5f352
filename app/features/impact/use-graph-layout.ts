import { useEffect, useState } from "react";
import type { GraphLayout, GraphShape } from "./graph-layout-shape.ts";

interface Laid {
  shape: GraphShape;
  layout?: GraphLayout;
}

/** The layout of a graph, worked out beside the page; `hasFailed` where the browser lets no worker run. */
export function useGraphLayout(shape: GraphShape): { layout?: GraphLayout | undefined; hasFailed: boolean } {
  const [laid, setLaid] = useState<Laid>();
  useEffect(() => {
    const worker = new Worker(new URL("./graph-layout-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<GraphLayout>) => {
      setLaid({ shape, layout: data });
      worker.terminate();
    };
    worker.onerror = () => setLaid({ shape });
    worker.postMessage(shape);
    // What is asked next makes this answer worthless, however far it has come.
    return () => worker.terminate();
  }, [shape]);
  if (laid?.shape !== shape) return { hasFailed: false };
  return { layout: laid.layout, hasFailed: !laid.layout };
}
