import { Link, useSearchParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import type { DiscoveryRow } from "../../../contract/discoveries/discoveries.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime, formatNumber } from "../../lib/format.ts";
import { IconButton } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Section } from "../../ui/section.tsx";
import { DiscoverForm } from "./discover-form.tsx";
import { useDiscard } from "./use-discard.ts";

/** Where URLs are entered, and those that were entered before. */
export function DiscoverStart() {
  const url = useSearchParams()[0].get("url") ?? undefined;
  return (
    <>
      <PageHeader title="Websites aus Adressen anlegen" />
      <p className="mb-6 mt-1.5 max-w-[640px] text-help text-text-2">
        Gib Adressen ein, den Rest finden wir heraus: Domain, Hoster, Zertifikat, System, E-Mail, wem die Website laut
        Impressum gehört und wie sie aussieht. Angelegt wird erst, was du bestätigst.
      </p>
      {/* The palette leads here with the URL that was typed there. */}
      <DiscoverForm key={url} initial={url} />
      <PastDiscoveries />
    </>
  );
}

function PastDiscoveries() {
  const { data } = useQuery(useTRPC().discovery.list.queryOptions({}));
  const discard = useDiscard();
  if (!data || data.length === 0) return null;
  return (
    <Section title="Zuletzt geprüft" className="!mt-11">
      <ul>
        {data.map((row) => (
          <li key={row.id} className="flex items-center gap-x-1 border-b">
            <Link
              to={`/discover/${row.id}`}
              className="grid min-h-14 min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-1 py-2 transition-colors hover:bg-hover focus-visible:outline-offset-[-2px]"
            >
              <span className="block min-w-0">
                <span className="block truncate text-row font-550">{titleOf(row)}</span>
                <span className="block text-meta text-text-2">{stateOf(row)}</span>
              </span>
              <span className="num text-meta text-text-3">{formatDateTime(row.createdAt)}</span>
            </Link>
            <IconButton
              icon={Trash2}
              variant="ghost"
              label={`Prüfung von ${titleOf(row)} verwerfen …`}
              onClick={() => void discard(row)}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function titleOf({ sample, total }: DiscoveryRow): string {
  const rest = total - sample.length;
  return `${sample.join(", ")}${rest > 0 ? ` und ${formatNumber(rest)} weitere` : ""}`;
}

function stateOf({ total, done, created }: DiscoveryRow): string {
  if (done < total) return `${formatNumber(done)} von ${formatNumber(total)} geprüft`;
  const websites = created === 1 ? "1 Website" : `${formatNumber(created)} Websites`;
  return created === 0 ? "Geprüft, noch nichts angelegt" : `${websites} angelegt`;
}
