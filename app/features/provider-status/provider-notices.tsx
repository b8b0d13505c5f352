import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { noticeTargets } from "../../../contract/provider-status/provider-status.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { linkClass } from "../../ui/link-class.ts";

interface ProviderNoticesProps {
  type: (typeof noticeTargets)[number];
  id: string;
}

/** „{Anbieter} meldet: {Titel}“, as long as the provider says so; nothing otherwise. */
export function ProviderNotices({ type, id }: ProviderNoticesProps) {
  const { data = [] } = useQuery(useTRPC().providerStatus.list.queryOptions({ type, id }));
  if (data.length === 0) return null;
  return (
    <ul aria-label="Meldungen der Anbieter" className="mb-5 grid gap-2">
      {data.map(({ id: noticeId, provider, title, url, beginsAt }) => (
        <li key={noticeId} className="flex items-start gap-3 rounded-10 bg-warn-soft px-4 py-3 text-ui">
          <Icon of={TriangleAlert} className="mt-0.5 flex-none text-warn-text" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="font-semibold">{provider.label} meldet:</span>{" "}
            {url ? (
              <a href={url} target="_blank" rel="noreferrer" className={linkClass}>
                {title}
              </a>
            ) : (
              title
            )}
            <span className="block text-note text-text-2">seit {formatDateTime(beginsAt)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
