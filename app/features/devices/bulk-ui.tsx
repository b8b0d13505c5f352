import type { BulkUi } from "../../records/record-ui.tsx";
import { BulkMoves } from "./bulk-moves.tsx";

/** What can be done with selected devices. */
export const deviceBulkUi: BulkUi = {
  BulkActions: ({ mayEdit, ...bar }) => mayEdit && <BulkMoves {...bar} />,
};
