import { Link } from "@remix-run/react";
import { Check, ChevronRight, CircleAlert, LoaderCircle, Minus, RefreshCw } from "lucide-react";
import { useId, useState } from "react";
import {
  answersOf,
  type CreatedSites,
  type DiscoveredUrl,
  type DiscoveryStepView,
  discoverySteps,
  isRedirectOnly,
  type StepState,
  showsNoSite,
} from "../../../contract/discoveries/discoveries.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { formatDay } from "../../records/values/format-value.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Icon } from "../../ui/icon.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { UpdateChip } from "../technologies/update-chip.tsx";
import { type Choice, customerOf, hostOf, isRedirectWanted, isTicked, newCustomerOf, obstacleOf } from "./choices.ts";
import { UrlForm } from "./url-form.tsx";
import { UrlPictures, UrlThumb } from "./url-pictures.tsx";

interface UrlRowProps {
  discovered: DiscoveredUrl;
  choice: Choice | undefined;
  refusal: CreatedSites["refused"][number] | undefined;
  /** The URL further up that leads to the same website, as it was entered. */
  same: string | undefined;
  onChoose: (change: Choice) => void;
  onHost: (host: Ref) => void;
  /** Has it looked at again; undefined while it is looked at, and once it is created. */
  onRetry: (() => void) | undefined;
}

const columns =
  "md:grid-cols-[24px_64px_minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_100px] xl:grid-cols-[24px_64px_minmax(0,5fr)_minmax(0,4fr)_minmax(0,2.5fr)_minmax(0,4.5fr)_100px]";

/** What stands in the rows below it. */
export const UrlRowsHead = () => (
  <div aria-hidden className={cx("hidden gap-x-3 border-b py-2 text-meta text-text-3 md:grid", columns)}>
    <span className="md:col-start-3">Website</span>
    <span>Kunde</span>
    <span>Hoster</span>
    <span className="hidden xl:block">System, Zertifikat, E-Mail</span>
    <span>Schritte</span>
  </div>
);

/** One URL: what was found so far, what is to become of it, and everything about it once it is opened. */
export function UrlRow({ discovered, choice, refusal, same, onChoose, onHost, onRetry }: UrlRowProps) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const { typed, url, steps, software, website, existing } = discovered;
  const obstacle = obstacleOf(discovered);
  const isUrl = obstacle !== "keine Adresse";
  const name = choice?.name ?? discovered.proposal.name;
  const { redirect } = discovered.proposal;
  const redirectOffer = isRedirectOnly(discovered) ? redirect?.label : undefined;
  return (
    <li className="border-b py-2.5">
      <div className={cx("grid grid-cols-[24px_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1", columns)}>
        <Checkbox
          aria-label={redirectOffer ? `Domain ${redirectOffer} als Weiterleitung anlegen` : `${name} anlegen`}
          className="pt-0.5 max-md:-my-2.5"
          checked={isTicked(discovered, choice)}
          disabled={obstacle !== undefined}
          onChange={({ target }) => onChoose({ isTicked: target.checked })}
        />
        <UrlThumb steps={steps} />
        <div className="min-w-0">
          <p className="truncate text-row font-550">
            {website || existing ? <SiteLink of={website ?? existing} /> : name}
          </p>
          {isUrl && <p className="truncate text-meta text-text-2">{choice?.url ?? url ?? typed}</p>}
          <Outcome discovered={discovered} same={same} />
          {redirectOffer && <p className="text-meta text-text-2">Domain {redirectOffer} als Weiterleitung anlegen?</p>}
          {!obstacle && !redirectOffer && isRedirectWanted(discovered, choice) && (
            <p className="truncate text-meta text-text-2">Dazu {redirect?.label} als Weiterleitung</p>
          )}
        </div>
        <p className="min-w-0 text-ui max-md:col-span-2 max-md:col-start-2 max-md:row-start-2">
          {isUrl && <Customer discovered={discovered} choice={choice} />}
        </p>
        <p className="min-w-0 text-ui max-md:col-span-2 max-md:col-start-2 max-md:row-start-3">
          {isUrl && <Host discovered={discovered} choice={choice} />}
        </p>
        <div className="min-w-0 text-ui max-xl:col-span-3 max-xl:col-start-3 max-xl:row-start-2 max-md:col-span-2 max-md:col-start-2 max-md:row-start-4">
          <Facts discovered={discovered} />
        </div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => setOpen(!isOpen)}
          className="-my-1 flex min-h-8 items-center gap-1.5 rounded-6 px-1.5 text-text-2 hover:text-text-1 max-md:min-h-11"
        >
          <span className="sr-only">{`${name}: Ergebnisse und Angaben`}</span>
          <StepDots steps={steps} />
          <Icon of={ChevronRight} className={cx("transition-transform", isOpen && "rotate-90")} />
        </button>
      </div>
      {refusal && (
        <p role="alert" className="mt-1.5 flex gap-1.5 pl-9 text-ui text-bad-text">
          <Icon of={CircleAlert} size={14} className="mt-[3px]" />
          {refusal.message}
        </p>
      )}
      {isOpen && (
        <div id={detailsId} className="mt-3 grid gap-x-10 gap-y-6 pb-2 pl-9 max-md:pl-0 lg:grid-cols-2">
          <div className="min-w-0">
            <Steps steps={steps} software={software} />
            {onRetry && steps.some(({ state }) => state === "failed" || state === "skipped") && (
              <Button
                size="sm"
                icon={RefreshCw}
                className="mt-3"
                aria-label={`${name} erneut prüfen`}
                onClick={onRetry}
              >
                Erneut prüfen
              </Button>
            )}
            <UrlPictures steps={steps} name={name} />
          </div>
          {!website && !existing && !redirectOffer && (
            <UrlForm
              discovered={discovered}
              choice={choice}
              fields={refusal?.fields ?? {}}
              onChoose={onChoose}
              onHost={onHost}
            />
          )}
        </div>
      )}
    </li>
  );
}

const SiteLink = ({ of }: { of: DiscoveredUrl["website"] }) =>
  of && (
    <Link to={`/websites/${of.id}`} className={linkClass}>
      {of.label}
    </Link>
  );

/** In a word why nothing will be created, or what does not work. */
function Outcome({ discovered, same }: { discovered: DiscoveredUrl; same: string | undefined }) {
  const { website, existing, state, steps } = discovered;
  if (website) return <p className="text-meta text-ok-text">Angelegt</p>;
  if (existing) return <p className="text-meta text-text-2">Gibt es schon</p>;
  if (same) return <p className="truncate text-meta text-text-2">Dieselbe Website wie {same}</p>;
  const reach = steps.find(({ step }) => step === "reach");
  if (reach?.state === "failed" || showsNoSite(discovered))
    return <p className="text-meta text-bad-text">{reach?.text}</p>;
  if (state === "waiting") return <p className="text-meta text-text-3">Wartet</p>;
  return null;
}

function Customer({ discovered, choice }: Pick<UrlRowProps, "discovered" | "choice">) {
  if (discovered.state !== "done") return null;
  const customer = customerOf(discovered, choice);
  if (customer === "none") return <span className="text-text-3">Ohne Kunde</span>;
  if (customer !== "new") return <span className="block truncate">{customer.label}</span>;
  return (
    <>
      <span className="block truncate">{newCustomerOf(discovered, choice).name}</span>
      <span className="block text-meta text-text-3">Neuer Kunde, laut Impressum</span>
    </>
  );
}

function Host({ discovered, choice }: Pick<UrlRowProps, "discovered" | "choice">) {
  if (discovered.state !== "done") return null;
  const host = hostOf(discovered, choice);
  if (host) return <span className="block truncate">{host.label}</span>;
  const cdn = answersOf(discovered.steps).host?.cdn;
  return <span className="text-text-3">{cdn ? `Hinter CDN (${cdn})` : "Ohne Hoster"}</span>;
}

/** What a row tells of the site itself; everything else, and how it was found, once it is open. */
function Facts({ discovered: { steps, software } }: Pick<UrlRowProps, "discovered">) {
  const { technologies, certificate, mail } = answersOf(steps);
  const system = technologies?.system;
  const isKnown = system && software.some(({ name }) => name === system.name);
  return (
    <>
      {system && !isKnown && <span className="block truncate">{system.name}</span>}
      <Versions software={software.filter(({ name }) => name === system?.name)} isCompact />
      <span className="num flex flex-wrap gap-x-3 text-meta text-text-2">
        {certificate && (
          <span className={certificateTones[certificate.level]}>
            Zertifikat bis {formatDay(certificate.validTo.slice(0, 10))}
          </span>
        )}
        {mail && <span className={/[DF]/.test(mail.grade) ? "text-warn-text" : undefined}>E-Mail {mail.grade}</span>}
      </span>
    </>
  );
}

const certificateTones: Readonly<Record<string, string>> = {
  warning: "text-warn-text",
  critical: "text-bad-text",
  expired: "text-bad-text",
};

const tones: Record<StepState, string> = {
  waiting: "bg-line-strong",
  running: "bg-line-strong motion-safe:animate-pulse",
  done: "bg-ok",
  failed: "bg-bad",
  skipped: "bg-unk",
};

/** How far it has come, at a glance; each step says more of itself once the row is open. */
function StepDots({ steps }: { steps: readonly DiscoveryStepView[] }) {
  return (
    <span aria-hidden="true" className="flex gap-[3px]">
      {steps.map(({ step, state }) => (
        <i
          key={step}
          title={`${discoverySteps[step]}: ${glyphs[state].word}`}
          className={cx("h-3 w-[5px] rounded-[1px]", tones[state])}
        />
      ))}
    </span>
  );
}

const glyphs = {
  waiting: { icon: Minus, className: "text-text-3", word: "Wartet" },
  running: { icon: LoaderCircle, className: "text-text-3 motion-safe:animate-spin", word: "Läuft" },
  done: { icon: Check, className: "text-ok-text", word: "Gefunden" },
  failed: { icon: CircleAlert, className: "text-bad-text", word: "Nicht gelungen" },
  skipped: { icon: Minus, className: "text-text-3", word: "Übersprungen" },
} as const;

/** Versions that were seen of what has a known end of support. */
function Versions({ software, isCompact }: Pick<DiscoveredUrl, "software"> & { isCompact?: boolean }) {
  const judged = isCompact ? software : software.filter(({ state }) => state !== "unknown");
  if (judged.length === 0) return null;
  return (
    <span className={cx("flex flex-wrap gap-x-4 gap-y-1", !isCompact && "mt-1 text-meta")}>
      {judged.map(({ name, version, ...state }) => (
        <span key={name} className="inline-flex flex-wrap items-center gap-1.5">
          {name} <span className="num text-text-2">{version}</span>
          {(!isCompact || (state.state !== "current" && state.state !== "unknown")) && <UpdateChip {...state} />}
        </span>
      ))}
    </span>
  );
}

function Steps({ steps, software }: Pick<DiscoveredUrl, "steps" | "software">) {
  return (
    <ul aria-label="Schritte" className="grid content-start gap-1.5">
      {steps.map(({ step, state, text }) => {
        const { icon, className, word } = glyphs[state];
        return (
          <li
            key={step}
            className="grid grid-cols-[20px_112px_minmax(0,1fr)] text-ui max-md:grid-cols-[20px_96px_minmax(0,1fr)]"
          >
            <Icon of={icon} size={14} className={cx("mt-[3px]", className)} />
            <span className="text-text-2">{discoverySteps[step]}</span>
            <span className={cx("min-w-0 [overflow-wrap:anywhere]", state === "skipped" && "text-text-3")}>
              <span className="sr-only">{word}: </span>
              {text ?? (state === "running" ? "…" : "")}
              {step === "technologies" && <Versions software={software} />}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
