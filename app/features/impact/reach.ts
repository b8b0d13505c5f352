import type { GraphShape } from "./graph-layout-shape.ts";

/** The indexes of the edges that lead to a node or from it, over any number of others. */
export function edgesThrough({ edges }: GraphShape, node: string): number[] {
  return [...follow(edges, node, "from", "to"), ...follow(edges, node, "to", "from")];
}

function follow(edges: GraphShape["edges"], node: string, near: "from" | "to", far: "from" | "to"): number[] {
  const byNear = Map.groupBy(
    edges.map((edge, index) => ({ edge, index })),
    ({ edge }) => edge[near],
  );
  const seen = new Set([node]);
  const found: number[] = [];
  for (const each of seen)
    for (const { edge, index } of byNear.get(each) ?? []) {
      found.push(index);
      seen.add(edge[far]);
    }
  return found;
}
