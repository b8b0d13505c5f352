import { useState } from "react";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { ListState } from "../../../../contract/records/list-state.ts";
import { joinedModule, type LazyModule, prefetchedModule, useOpenedModule } from "../../../ui/overlays/lazy-module.ts";
import { type BulkUi, useRecordUi } from "../../record-ui.tsx";
import { countSelected } from "./selection.ts";
import type { SelectionControls } from "./use-selection.ts";

export interface BulkBarProps {
  declaration: Declaration;
  state: ListState;
  selecting: SelectionControls;
  totalItems: number;
}

type Content = typeof import("./bulk-bar-content.tsx");

const bulkBarContent: LazyModule<Content> = prefetchedModule(() => import("./bulk-bar-content.tsx"));

/** What can be done with selected records, fetched as a whole; once it is there it stays, for its toasts undo by it. */
export function BulkBar(props: BulkBarProps) {
  const { declaration, selecting, totalItems } = props;
  const own = useRecordUi(declaration.type).bulk;
  const [lazy] = useState<LazyModule<Content & BulkUi>>(() =>
    own ? joinedModule(bulkBarContent, own) : bulkBarContent,
  );
  const isOpen = countSelected(selecting.selection, totalItems) > 0;
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed && !isOpen) setHasFailed(false);
  const opening = { isOpen: isOpen && !hasFailed, setOpen: (isAgain: boolean) => setHasFailed(!isAgain) };
  const content = useOpenedModule(lazy, opening);
  return content ? <content.BulkBarContent {...props} own={content} /> : null;
}
