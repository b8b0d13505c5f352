import { Graph, type GraphLabel, layout, type NodeLabel } from "@dagrejs/dagre";
import { boxHeight, boxWidth, type GraphLayout, type GraphShape } from "./graph-layout-shape.ts";

const margin = 12;

/** Columns from left to right. Takes long with many nodes: it belongs into a worker. */
export function layOut({ nodes, edges }: GraphShape): GraphLayout {
  const graph = new Graph<GraphLabel, NodeLabel>();
  // The exact ranker takes three times as long for 1,000 nodes, for columns that are the same.
  graph.setGraph({ rankdir: "LR", ranker: "tight-tree", nodesep: 8, ranksep: 44, marginx: margin, marginy: margin });
  for (const node of nodes) graph.setNode(node, { width: boxWidth, height: boxHeight });
  for (const { from, to, span = 1 } of edges) graph.setEdge(from, to, { minlen: span });
  layout(graph, { customOrder: (ranked) => keepOrder(ranked, nodes) });
  const { width = 0, height = 0 } = graph.graph();
  return {
    width,
    height,
    corners: nodes.map((node) => {
      const { x = 0, y = 0 } = graph.node(node);
      return { left: x - boxWidth / 2, top: y - boxHeight / 2 };
    }),
  };
}

/**
 * In each column, boxes stand in the order in which they were named, so that the eye reads what the keys and the table
 * read. The library's own order, with fewer crossings, takes most of the time with 1,000 boxes and shuffles customers.
 */
function keepOrder(graph: Graph<GraphLabel, NodeLabel>, named: readonly string[]): void {
  const indexes = new Map(named.map((node, index) => [node, index]));
  // What stands for a long edge in the columns that it crosses goes where the edge leads.
  const indexOf = (node: string) => indexes.get(node) ?? indexes.get(graph.node(node).edgeObj?.w ?? "") ?? 0;
  const columns = Map.groupBy(graph.nodes(), (node) => graph.node(node).rank ?? 0);
  for (const column of columns.values())
    for (const [order, node] of column.toSorted((a, b) => indexOf(a) - indexOf(b)).entries())
      graph.node(node).order = order;
}
