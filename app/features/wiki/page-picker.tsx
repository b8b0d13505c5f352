import { useQuery } from "@tanstack/react-query";
import { ChevronRight, CornerLeftUp } from "lucide-react";
import { useState } from "react";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { useDebouncedQuery } from "../../lib/use-debounced-value.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Dialog, DialogClose } from "../../ui/overlays/dialog.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

export interface PagePickerOptions {
  title: string;
  confirmLabel: string;
  /** The page that is moved: neither it nor what lies below it is offered. */
  without?: string;
  /** Below which page it lies so far. */
  current?: string | null;
}

export interface PickedParent {
  id: string | null;
  title: string;
}

/** A page on the way down the tree. */
interface PathStep {
  id: string;
  title: string;
}

/** Chooses a page by walking down the tree or by searching for its title; the top level is a choice too. */
export function PagePicker({
  title,
  confirmLabel,
  without,
  current,
  open,
  onOpenChange,
  close,
}: PagePickerOptions & ModalControls<PickedParent>) {
  const [path, setPath] = useState<readonly PathStep[]>([]);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<PickedParent>();
  const search = useDebouncedQuery(typed.trim());
  const here = path.at(-1);
  const trpc = useTRPC();
  const level = useQuery(trpc.page.tree.queryOptions({ parentId: here?.id ?? null }, { enabled: search === "" }));
  const found = useQuery(trpc.page.options.queryOptions({ search, limit: 20 }, { enabled: search !== "" }));
  const query = search === "" ? level : found;
  const rows =
    search === ""
      ? (level.data ?? []).map((page) => ({ id: page.id, title: page.title, note: "", goesOn: page.hasChildren }))
      : (found.data ?? []).map(({ id, label, note }) => ({ id, title: label, note: note ?? "", goesOn: false }));
  const offered = rows.filter(({ id }) => id !== without);
  const parent = chosen ?? { id: here?.id ?? null, title: here?.title ?? "Oberste Ebene" };
  const walk = (next: readonly PathStep[]) => {
    setPath(next);
    setChosen(undefined);
    setTyped("");
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      width={560}
      footer={
        <>
          <p className="mr-auto min-w-0 self-center truncate text-meta text-text-3">Nach: {parent.title}</p>
          <DialogClose asChild>
            <Button>Abbrechen</Button>
          </DialogClose>
          <Button variant="primary" disabled={parent.id === (current ?? null)} onClick={() => close(parent)}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <TextInput
        className="mt-4"
        autoFocus
        type="search"
        aria-label="Seite suchen"
        placeholder="Seite suchen …"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(undefined);
        }}
      />
      {search === "" && <PagePath path={path} onUp={() => walk(path.slice(0, -1))} />}
      <div className="mt-1 h-[min(320px,44dvh)] overflow-y-auto border-t">
        {query.isPending && <RowSkeletons rows={5} />}
        {query.isError && !query.data && (
          <ListError
            message="Die Seiten konnten nicht geladen werden."
            errorId={problemOf(query.error)?.requestId}
            onRetry={() => query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {query.isSuccess && offered.length === 0 && (
          <p className="py-3 text-ui text-text-3">
            {search === "" ? "Darunter liegt noch keine Seite." : "Keine Seite gefunden."}
          </p>
        )}
        <ul aria-label="Seiten">
          {offered.map((row) => (
            <PageOption
              key={row.id}
              page={row}
              isChosen={parent.id === row.id}
              onChoose={() => setChosen({ id: row.id, title: row.title })}
              onConfirm={() => close({ id: row.id, title: row.title })}
              onDescend={() => walk([...path, { id: row.id, title: row.title }])}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function PagePath({ path, onUp }: { path: readonly PathStep[]; onUp: () => void }) {
  return (
    <div className="mt-2 flex min-h-9 items-center gap-1 text-ui text-text-2">
      {path.length > 0 && <IconButton icon={CornerLeftUp} label="Eine Ebene höher" size="sm" onClick={onUp} />}
      <span className="min-w-0 truncate">{["Oberste Ebene", ...path.map((step) => step.title)].join(" › ")}</span>
    </div>
  );
}

interface PageOptionProps {
  page: { title: string; note: string; goesOn: boolean };
  isChosen: boolean;
  onChoose: () => void;
  onConfirm: () => void;
  /** Shows the pages below it. */
  onDescend: () => void;
}

function PageOption({ page, isChosen, onChoose, onConfirm, onDescend }: PageOptionProps) {
  return (
    <li className="flex items-center border-b">
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        onDoubleClick={onConfirm}
        className={cx(
          "flex min-h-9 min-w-0 flex-1 items-center gap-2 px-2 text-left text-ui hover:bg-hover focus-visible:outline-offset-[-2px] max-md:min-h-11",
          isChosen && "bg-selected font-550",
        )}
      >
        <span className="truncate">{page.title}</span>
        {page.note && <span className="min-w-0 truncate text-meta font-normal text-text-3">{page.note}</span>}
      </button>
      {page.goesOn && (
        <button
          type="button"
          aria-label={`Seiten unter ${page.title}`}
          onClick={onDescend}
          className="grid h-9 w-9 flex-none place-items-center text-text-3 hover:text-text-1 focus-visible:outline-offset-[-2px] max-md:h-11 max-md:w-11"
        >
          <Icon of={ChevronRight} size={14} />
        </button>
      )}
    </li>
  );
}
