import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { severityLabels } from "../../../contract/channels/announcements.ts";
import { type ChannelRule, ruleTimes } from "../../../contract/channels/channels.ts";
import { notificationCategoryLabels } from "../../../contract/notifications/notification-categories.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useDialogs } from "../../lib/dialogs/use-dialogs.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { RuleDialog } from "./rule-dialog.tsx";

/** What goes where; whatever matches one of them leaves, once for each channel. */
export function RuleList() {
  const [isCreating, setIsCreating] = useState(false);
  const rules = useQuery(useTRPC().channel.rules.queryOptions({}));
  return (
    <Section
      title="Regeln"
      className="mt-11"
      aside={
        <Button size="sm" icon={Plus} className="mb-1.5" onClick={() => setIsCreating(true)}>
          Regel anlegen
        </Button>
      }
    >
      <QueryPanel query={rules} failure="Die Regeln konnten nicht geladen werden." rows={2}>
        {(all) =>
          all.length === 0 ? (
            <p role="status" className="max-w-[640px] py-4 text-text-2">
              Noch keine. Ohne Regel verschickt ein Kanal des Teams nur Tests.
            </p>
          ) : (
            <ul aria-label="Regeln">
              {all.map((rule) => (
                <RuleRow key={rule.id} rule={rule} />
              ))}
            </ul>
          )
        }
      </QueryPanel>
      <RuleDialog open={isCreating} onOpenChange={setIsCreating} />
    </Section>
  );
}

function RuleRow({ rule }: { rule: ChannelRule }) {
  const { show, controls } = useDialogs<"edit" | "delete">();
  const remove = useMutate(useTRPC().channel.deleteRule.mutationOptions(), {
    refreshes: ["channel"],
    success: "Regel gelöscht.",
  });
  const target = rule.channel?.name ?? rule.user?.name ?? "";
  return (
    <li className="flex items-start gap-x-3 border-b py-2.5 text-ui">
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">{ruleSentence(rule)}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-1.5 text-text-2">
          <Icon of={ArrowRight} size={14} className="text-text-3" />
          <span className="[overflow-wrap:anywhere]">{rule.user ? `${target} (Person)` : target}</span>
          {!rule.isEnabled && <Tag tone="neutral">Aus</Tag>}
        </p>
      </div>
      <div className="flex items-center">
        <IconButton icon={Pencil} label={`Regel für ${target} bearbeiten`} onClick={() => show("edit")} />
        <IconButton icon={Trash2} label={`Regel für ${target} löschen`} onClick={() => show("delete")} />
      </div>
      <RuleDialog rule={rule} {...controls("edit")} />
      <ConfirmDialog
        {...controls("delete")}
        title="Regel löschen?"
        description={`Was sie durchlässt, kommt dann nicht mehr bei ${target} an. Was schon gemeldet ist, wird dort noch zu Ende erzählt.`}
        confirmLabel="Löschen"
        pendingLabel="Löscht …"
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ id: rule.id })}
      />
    </li>
  );
}

/** „Ab Warnung · Websites & Hoster, Domains · Bäckerei Meier · In der Arbeitszeit (08:00–18:00)“. */
function ruleSentence({ categories, minSeverity, customers, times, from, to }: ChannelRule): string {
  const about = categories.length
    ? categories.map((each) => notificationCategoryLabels[each]).join(", ")
    : "Alle Themen";
  const whom = customers.length ? customers.map(({ name }) => name).join(", ") : "Alle Kunden";
  const when = times === "always" ? ruleTimes.always : `${ruleTimes[times]} (${from}–${to})`;
  return [severityLabels[minSeverity], about, whom, when].join(" · ");
}
