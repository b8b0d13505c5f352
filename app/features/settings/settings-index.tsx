import { Link, useNavigate } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { hasAbility } from "../../../contract/roles.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { SearchInput } from "../../lib/form/search-field.tsx";
import { useSession } from "../../lib/people/session.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { Icon } from "../../ui/icon.tsx";
import { NoHits } from "../../ui/placeholders/list-states.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { sectionsFor, whoMayEnter } from "./sections-for.ts";
import type { SettingsSection } from "./settings-sections.ts";

/** Every section that the person may enter; arrows go through them from the field, Enter opens the first. */
export function SettingsIndex() {
  const { data: session } = useSession();
  const navigate = useNavigate();
  const attention = useAttention();
  const [search, setSearch] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  if (!session) return null;
  const groups = sectionsFor(session.user, search);
  const first = groups[0]?.sections[0];

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && event.target === field.current && search.trim() !== "" && first) navigate(first.path);
    if (event.key === "Escape" && search !== "") setSearch("");
    if (!step) return;
    event.preventDefault();
    const stops = [field.current, ...(list.current?.querySelectorAll<HTMLElement>("a") ?? [])];
    const at = event.target instanceof HTMLElement ? stops.indexOf(event.target) : -1;
    stops[at + step]?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the field and the links inside
    <div onKeyDown={onKeyDown} className="max-w-[860px]">
      <search className="mt-4 block md:[&_input]:h-8 md:[&_input]:text-ui">
        <SearchInput
          ref={field}
          aria-label="In den Einstellungen suchen"
          placeholder="In den Einstellungen suchen …"
          className="w-[320px] max-md:w-full"
          autoComplete="off"
          value={search}
          onText={setSearch}
        />
      </search>
      <div ref={list} className="mt-6">
        {groups.map(({ title, sections }) => (
          <Section key={title} title={title}>
            <ul>
              {sections.map((section) => (
                <SectionRow key={section.path} section={section} attention={attention[section.path]} />
              ))}
            </ul>
          </Section>
        ))}
        {groups.length === 0 && (
          <NoHits message={`Nichts gefunden zu „${search.trim()}“.`} onReset={() => setSearch("")} />
        )}
      </div>
    </div>
  );
}

function SectionRow({ section, attention }: { section: SettingsSection; attention: Attention | undefined }) {
  const { title, text, icon, path } = section;
  return (
    <li className="border-b">
      <Link
        to={path}
        className="flex min-h-14 items-center gap-4 px-1 py-2 transition-colors hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <Icon of={icon} size={20} className="text-text-2" />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
            {title}
            {attention && <Tag tone={attention.tone}>{attention.text}</Tag>}
          </span>
          <span className="block text-note text-text-2">{text}</span>
        </span>
        <span className="text-label text-text-3 max-md:sr-only">
          <span className="sr-only">Für: </span>
          {whoMayEnter(section)}
        </span>
        <Icon of={ChevronRight} className="text-text-3" />
      </Link>
    </li>
  );
}

interface Attention {
  tone: "warn" | "bad";
  text: string;
}

/** What an admin has to look after, by the path of its section; nothing while all is well. */
function useAttention(): Record<string, Attention> {
  const trpc = useTRPC();
  const enabled = hasAbility(useRole(), "manageSettings");
  const mail = useQuery(trpc.mail.status.queryOptions({}, { enabled })).data;
  const tasks = useQuery(trpc.job.list.queryOptions({}, { enabled })).data ?? [];
  const webhooks = useQuery(trpc.webhook.list.queryOptions({}, { enabled })).data ?? [];
  const found: Record<string, Attention> = {};
  if (mail && !mail.isConfigured) found["/settings/mail"] = { tone: "warn", text: "Nicht eingerichtet" };
  else if (mail && mail.failedToday > 0)
    found["/settings/mail"] = { tone: "bad", text: `${mail.failedToday} nicht zugestellt` };
  const failed = tasks.filter(({ last }) => last?.error).length;
  if (failed > 0) found["/settings/tasks"] = { tone: "bad", text: `${failed} gescheitert` };
  const off = webhooks.filter(({ disabledReason }) => disabledReason !== null).length;
  if (off > 0) found["/settings/api"] = { tone: "warn", text: `${off} abgeschaltet` };
  return found;
}
