import { Link, useNavigate } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { HostProposal, HostProposals } from "../../../contract/addresses/addresses.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { formatNumber } from "../../lib/format.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { RecordLink } from "../../records/values/field-value.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Section } from "../../ui/section.tsx";

/** „Aus Websites erkennen“: hosts that websites have in common; nothing is kept before somebody says so. */
export function ProposalsPage() {
  const proposals = useQuery(useTRPC().address.proposals.queryOptions({}));
  return (
    <>
      <p className="mb-1.5 text-ui text-text-2">
        <Link to="/hosts" className="hover:underline max-md:-my-3 max-md:inline-block max-md:py-3">
          Hoster
        </Link>
      </p>
      <PageHeader title="Aus Websites erkennen" />
      <QueryPanel query={proposals} failure="Die Vorschläge konnten nicht geladen werden." rows={6}>
        {(found) => <Proposals key={found.proposals.map(({ key }) => key).join()} found={found} />}
      </QueryPanel>
    </>
  );
}

interface Chosen {
  isTicked: boolean;
  name: string;
  provider: string;
  without: readonly string[];
}

function Proposals({ found: { proposals, behindCdn, waitingCount } }: { found: HostProposals }) {
  const mayEdit = hasAbility(useRole(), "editRecords");
  const navigate = useNavigate();
  const [choices, setChoices] = useState<Record<string, Chosen>>({});
  const { refusals, onRefused, forget } = useRefusals();
  const create = useMutate(useTRPC().address.applyProposals.mutationOptions(), {
    refreshes: ["address", "host", "provider", "website"],
    success: "Angelegt und zugeordnet.",
    onRefused,
    onSuccess: () => navigate("/hosts"),
  });
  const chosenOf = (proposal: HostProposal): Chosen =>
    choices[proposal.key] ?? { isTicked: false, name: proposal.name, provider: proposal.provider, without: [] };
  const change = (proposal: HostProposal, changes: Partial<Chosen>) => {
    setChoices((before) => ({ ...before, [proposal.key]: { ...chosenOf(proposal), ...changes } }));
    forget();
  };
  const ticked = proposals.filter((proposal) => chosenOf(proposal).isTicked);
  const save = () => create.mutate({ hosts: ticked.map((proposal) => inputOf(proposal, chosenOf(proposal))) });
  return (
    <>
      <p className="mt-5 max-w-[72ch] text-ui text-text-2">
        Websites ohne Hoster, nach der Adresse, unter der sie erreichbar sind. Angelegt wird nur, was du ankreuzt, alles
        zusammen oder nichts. Wem ein Netz gehört, weiß das Portal nur von Amazon, Cloudflare, DigitalOcean und Google;
        sonst hilft der Name der Adresse (ASN-Daten hat es nicht).
        {waitingCount > 0 &&
          ` ${formatNumber(waitingCount)} ${waitingCount === 1 ? "Website hat" : "Websites haben"} noch keine Antwort.`}
      </p>
      {proposals.length === 0 ? (
        <p className="mt-6 border-t py-4 text-ui text-text-2">Nichts zu tun: Es gibt keinen Vorschlag.</p>
      ) : (
        <ul aria-label="Vorschläge" className="mt-6 border-t">
          {proposals.map((proposal) => (
            <ProposalRow
              key={proposal.key}
              proposal={proposal}
              mayEdit={mayEdit}
              chosen={chosenOf(proposal)}
              onChange={(changes) => change(proposal, changes)}
            />
          ))}
        </ul>
      )}
      {mayEdit && proposals.length > 0 && (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Button variant="primary" disabled={ticked.length === 0} loading={create.isPending} onClick={save}>
            {ticked.length === 1 ? "1 Vorschlag übernehmen" : `${ticked.length} Vorschläge übernehmen`}
          </Button>
          {refusals[0] && (
            <p role="alert" className="text-ui text-bad-text">
              {refusals[0]}
            </p>
          )}
        </div>
      )}
      {behindCdn.length > 0 && <BehindCdn groups={behindCdn} />}
    </>
  );
}

function inputOf({ host, ips, websites }: HostProposal, { name, provider, without }: Chosen) {
  const websiteIds = websites.map(({ id }) => id).filter((id) => !without.includes(id));
  if (host) return { as: "existing" as const, hostId: host.id, websiteIds };
  return { as: "new" as const, name, provider, ips, websiteIds };
}

interface ProposalRowProps {
  proposal: HostProposal;
  mayEdit: boolean;
  chosen: Chosen;
  onChange: (changes: Partial<Chosen>) => void;
}

function ProposalRow({ proposal, mayEdit, chosen, onChange }: ProposalRowProps) {
  const { ips, reverse, host, websites } = proposal;
  const title = host ? `Zu ${host.label}` : (reverse[0] ?? ips[0] ?? "");
  return (
    <li className="border-b py-3 text-ui">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-64">
          {mayEdit ? (
            <Checkbox
              label={title}
              checked={chosen.isTicked}
              onChange={({ target }) => onChange({ isTicked: target.checked })}
            />
          ) : (
            <p className="font-550">{title}</p>
          )}
          <p className="pt-1 text-note text-text-3 [overflow-wrap:anywhere]">
            {[ips.join(", "), ...reverse].filter((each) => each && each !== title).join(" · ")}
          </p>
        </div>
        <span className="num text-text-2">
          {websites.length === 1 ? "1 Website" : `${formatNumber(websites.length)} Websites`}
        </span>
      </div>
      {chosen.isTicked && !host && (
        <div className="mt-3 grid max-w-[640px] gap-3 md:grid-cols-2">
          <Field label="Name">
            <TextInput value={chosen.name} maxLength={80} onChange={({ target }) => onChange({ name: target.value })} />
          </Field>
          <Field label="Anbieter" hint="Wer noch nicht da ist, wird mit angelegt.">
            <TextInput
              value={chosen.provider}
              maxLength={120}
              onChange={({ target }) => onChange({ provider: target.value })}
            />
          </Field>
        </div>
      )}
      <ul className="mt-2 grid gap-x-6 md:grid-cols-2">
        {websites.map((website) => (
          <li key={website.id} className="flex min-h-9 min-w-0 items-center gap-2 max-md:min-h-11">
            {chosen.isTicked && (
              <Checkbox
                aria-label={`${website.label} zuordnen`}
                checked={!chosen.without.includes(website.id)}
                onChange={({ target }) =>
                  onChange({
                    without: target.checked
                      ? chosen.without.filter((id) => id !== website.id)
                      : [...chosen.without, website.id],
                  })
                }
              />
            )}
            <span className="flex min-w-0 gap-x-2 max-md:flex-col max-md:py-1">
              <span className="min-w-0 truncate">
                <RecordLink to="website" value={website} />
              </span>
              {website.customer && <span className="min-w-0 truncate text-text-3">{website.customer}</span>}
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}

function BehindCdn({ groups }: { groups: HostProposals["behindCdn"] }) {
  return (
    <Section title="Hinter einem CDN">
      <p className="py-3 text-ui text-text-2">
        Welcher Server dahinter steht, ist von außen nicht zu sehen; diese Websites ordnet niemand von selbst zu.
      </p>
      <ul>
        {groups.map(({ label, websites }) => (
          <li key={label} className="border-b py-2 text-ui">
            <span className="font-550">{label}</span>{" "}
            <span className="text-text-2 [overflow-wrap:anywhere]">
              {websites.map((each) => each.label).join(", ")}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
