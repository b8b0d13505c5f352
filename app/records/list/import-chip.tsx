import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDate } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";

/** „Import vom 21.11.2026“: a list that shows what one import has read in, until that is taken away. */
export function ImportChip({ importId, onRemove }: { importId: string; onRemove: () => void }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.import.get.queryOptions({ id: importId }, { staleTime: 60_000, retry: false }));
  const day = data && formatDate(data.startedAt ?? data.createdAt);
  return (
    <span className="inline-flex h-7 max-w-full items-center rounded-6 bg-sunken text-ui font-medium max-md:h-11">
      <span className="flex min-w-0 items-center gap-[5px] whitespace-nowrap pl-[9px] pr-1">
        <span className="font-normal text-text-2">{day ? "Import vom" : "Import"}</span>
        {day && <span className="num">{day}</span>}
      </span>
      <button
        type="button"
        aria-label={`Filter „${day ? `Import vom ${day}` : "Import"}“ entfernen`}
        onClick={onRemove}
        className="mr-1 grid h-5 w-5 flex-none place-items-center rounded-4 text-text-3 hover:bg-tint-7 hover:text-text-1 max-md:mr-0 max-md:h-11 max-md:w-9"
      >
        <Icon of={X} size={14} />
      </button>
    </span>
  );
}
