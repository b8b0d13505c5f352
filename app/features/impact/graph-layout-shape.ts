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

/** So that four columns, from a host to a contract, are read beside each other on a full sheet. */
export const boxWidth = 284;
export const boxHeight = 44;
