/** What is to be laid out: boxes of one size, and what leads from one to the other. */
export interface GraphShape {
  nodes: readonly string[];
  /** `span` says over how many columns an edge reaches; one when absent. */
  edges: readonly { from: string; to: string; span?: number }[];
}

export interface GraphLayout {
  width: number;
  height: number;
  /** The upper left corner of each box, in the order of the nodes. */
  corners: { left: number; top: number }[];
}

export const boxWidth = 224;
export const boxHeight = 44;
