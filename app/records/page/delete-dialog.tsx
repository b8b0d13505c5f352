import { useNavigate } from "@remix-run/react";
import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { shownBy } from "../../../contract/records/record-types.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { quoted } from "../../../contract/values/quoted.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";
import { useRecordApi } from "../record-api.ts";

/** Asks before a record goes for good, and says what hangs on it; the person types its name. */
export function DeleteDialog({ record, open, onOpenChange, close }: { record: RecordRow } & ModalControls<true>) {
  const { type, id, title } = record;
  const { path, list } = declarationOf(type);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [errors, setErrors] = useState<string[]>([]);
  const remove = useMutate(useRecordApi(type).delete.mutationOptions(), {
    refreshes: [],
    success: `${quoted(title)} gelöscht.`,
    onSuccess: () => {
      close(true);
      if (path) navigate(`${list.path ?? path}?archived=1`);
      // What is about the record alone and still on screen is not read again: it is gone.
      const isAbout = ({ queryKey }: { queryKey: QueryKey }) => JSON.stringify(queryKey).includes(`"${id}"`);
      for (const feature of [type, ...shownBy[type], "relation", "dashboard"]) {
        const queryKey = [[feature]];
        void queryClient.invalidateQueries({ queryKey, predicate: isAbout, refetchType: "none" });
        void queryClient.invalidateQueries({ queryKey, predicate: (query) => !isAbout(query) });
      }
    },
    onRefused: (error) => {
      const message = problemOf(error)?.message;
      if (message) setErrors([message]);
      return message !== undefined;
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${quoted(title)} endgültig löschen?`}
      description="Das lässt sich nicht rückgängig machen."
      details={<Dependents record={record} isGoing={remove.isPending || remove.isSuccess} />}
      nameToType={title}
      confirmLabel="Endgültig löschen"
      pending={remove.isPending}
      pendingLabel="Löscht …"
      errors={errors}
      onConfirm={() => remove.mutate({ id, title })}
    />
  );
}

/** Not read again while the record goes: the news of that may come before the answer. */
function Dependents({ record: { type, id }, isGoing }: { record: RecordRow; isGoing: boolean }) {
  const trpc = useTRPC();
  const dependents = useQuery(trpc.relation.dependents.queryOptions({ type, id }, { enabled: !isGoing }));
  if (dependents.isPending) return <Skeleton className="mt-3.5 h-12 w-full" />;
  if (!dependents.data) return <p className="mt-3.5 text-ui text-bad-text">Was daran hängt, ließ sich nicht laden.</p>;
  if (dependents.data.length === 0) return <p className="mt-3.5 text-ui text-text-2">Daran hängt nichts weiter.</p>;
  return (
    <div className="mt-3.5 text-ui">
      <p className="text-text-2">Daran hängt:</p>
      <ul className="mt-1">
        {dependents.data.map(({ label, count, fate }) => (
          <li key={label} className="flex min-h-8 items-center gap-3 border-b">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="num font-semibold">{count}</span> {label}
            </span>
            <span className={fate === "deleted" ? "ml-auto flex-none text-bad-text" : "ml-auto flex-none text-text-3"}>
              {fate === "deleted" ? "wird gelöscht" : "bleibt, verliert den Bezug"}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
