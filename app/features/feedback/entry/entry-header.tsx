import { Link, useNavigate } from "@remix-run/react";
import { ChevronUp, Ellipsis, Link2, ListPlus, Pencil, Undo2 } from "lucide-react";
import { feedbackAreas, feedbackKinds } from "../../../../contract/feedback/feedback.ts";
import type { FeedbackEntry } from "../../../../contract/feedback/feedback-entry.ts";
import { refOf } from "../../../../contract/records/read-value.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { copyLink } from "../../../lib/copy-link.ts";
import { confirm } from "../../../lib/dialogs/confirm.tsx";
import { formatNumber } from "../../../lib/format.ts";
import { usePageSubject } from "../../../lib/page-subject.ts";
import { useSession } from "../../../lib/people/session.tsx";
import { useRole } from "../../../lib/people/use-role.ts";
import { EndingItems } from "../../../records/page/ending-items.tsx";
import { RecordCrumb } from "../../../records/page/record-crumb.tsx";
import { RecordPresenceLine } from "../../../records/page/record-presence-line.tsx";
import { useArchiving } from "../../../records/page/use-archiving.ts";
import { useEditKey } from "../../../records/page/use-edit-key.ts";
import { formatDay } from "../../../records/values/format-value.ts";
import { IconButton } from "../../../ui/button.tsx";
import { buttonClass } from "../../../ui/button-class.ts";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { linkClass } from "../../../ui/link-class.ts";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../../ui/overlays/menu.tsx";
import { openNewTask } from "../../tasks/open-task-dialogs.tsx";
import { feedbackValues, kindIcons } from "../feedback-values.ts";
import { StatusControl } from "../status/status-control.tsx";
import { useSupport } from "../use-support.ts";

export function EntryHeader({ record, entry }: { record: RecordRow; entry: FeedbackEntry }) {
  useEditKey(record);
  usePageSubject(record);
  const { number, kind, area } = feedbackValues(record);
  const author = refOf(record.values.authorId);
  return (
    <header>
      <RecordCrumb record={{ ...record, values: {} }} />
      <div className="mt-3 flex flex-wrap items-start gap-x-6 gap-y-4">
        <div className="flex min-w-0 flex-1 basis-80 gap-3.5">
          <VoteButton record={record} entry={entry} />
          <div className="min-w-0">
            <h1 className="hyphens-auto [overflow-wrap:anywhere]">{record.title}</h1>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-ui text-text-2">
              <span className="num">{number}</span>
              <span className="inline-flex items-center gap-1.5">
                <Icon of={kindIcons[kind]} size={14} />
                {feedbackKinds[kind]}
              </span>
              <span>{feedbackAreas[area]}</span>
              <span className="text-text-3">
                {author ? (
                  <>
                    von{" "}
                    <Link to={`/users/${author.id}`} className={linkClass}>
                      {author.label}
                    </Link>
                  </>
                ) : (
                  "von einem gelöschten Konto"
                )}{" "}
                am {formatDay(String(record.values.createdOn ?? ""))}
              </span>
            </p>
          </div>
        </div>
        <div className="flex flex-col items-end gap-1 max-md:w-full">
          <div className="flex flex-wrap items-center gap-2 max-md:w-full md:mt-1">
            <StatusControl record={record} canManage={entry.can.manage} />
            {record.can.edit && (
              <Link to={`/feedback/${record.id}/edit`} className={buttonClass()}>
                <Icon of={Pencil} />
                <span className="max-md:sr-only">Bearbeiten</span>
              </Link>
            )}
            <More record={record} entry={entry} />
          </div>
          <div className="flex items-center max-md:w-full md:min-h-[34px]">
            <RecordPresenceLine record={record} />
          </div>
        </div>
      </div>
    </header>
  );
}

function More({ record, entry }: { record: RecordRow; entry: FeedbackEntry }) {
  const { archive, restore } = useArchiving(record);
  const navigate = useNavigate();
  const mayMakeTasks = hasAbility(useRole(), "writeTasks");
  const withdrawing = useMutate(useTRPC().feedback.withdraw.mutationOptions(), {
    refreshes: [],
    success: "Dein Feedback ist zurückgezogen.",
    onSuccess: () => navigate("/feedback"),
  });
  const withdraw = async () => {
    const isSure = await confirm({
      title: "Feedback zurückziehen?",
      description: "Es wird endgültig gelöscht, mit allen Kommentaren.",
      confirmLabel: "Zurückziehen",
    });
    if (isSure) withdrawing.mutate({ id: record.id });
  };
  const isArchived = record.archivedAt !== null;
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton icon={Ellipsis} label={`Mehr zu ${record.title}`} variant="secondary" />
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem icon={Link2} onSelect={() => void copyLink(`/feedback/${record.id}`)}>
          Link kopieren
        </MenuItem>
        {mayMakeTasks && (
          <MenuItem
            icon={ListPlus}
            onSelect={() => void openNewTask({ target: record, title: record.title, source: "feedback" })}
          >
            Aufgabe daraus machen …
          </MenuItem>
        )}
        {(entry.can.withdraw || record.can.archive || record.can.delete) && <MenuSeparator />}
        <EndingItems
          record={record}
          onArchive={archive}
          onRestore={isArchived && record.can.delete ? restore : undefined}
        >
          {entry.can.withdraw && (
            <MenuItem icon={Undo2} danger onSelect={() => void withdraw()}>
              Zurückziehen …
            </MenuItem>
          )}
        </EndingItems>
      </MenuContent>
    </Menu>
  );
}

/** One's own vote, which is brand, and how many there are. */
function VoteButton({ record, entry }: { record: RecordRow; entry: FeedbackEntry }) {
  const me = useSession().data?.user.id;
  const { vote } = useSupport();
  const counted = entry.voters.some(({ id }) => id === me);
  const hasVoted = vote.isPending ? vote.variables.on : counted;
  const votes = entry.voters.length + (hasVoted === counted ? 0 : hasVoted ? 1 : -1);
  const isClosed = feedbackValues(record).status === "duplicate" || record.archivedAt !== null;
  return (
    <button
      type="button"
      aria-pressed={hasVoted}
      disabled={isClosed}
      title={isClosed ? "Hier kann nicht mehr abgestimmt werden." : hasVoted ? "Stimme zurücknehmen" : "Dafür stimmen"}
      onClick={() => !vote.isPending && vote.mutate({ id: record.id, on: !hasVoted })}
      className={cx(
        "mt-1 flex h-14 w-12 flex-none flex-col items-center justify-center rounded-10 border transition-colors disabled:bg-sunken disabled:text-text-3",
        hasVoted
          ? "border-transparent bg-brand text-on-brand hover:bg-brand-hover"
          : "border-line-strong bg-surface text-text-1 hover:border-control hover:bg-sunken",
      )}
    >
      <Icon of={ChevronUp} size={20} />
      <span className="num text-row font-semibold">{formatNumber(votes)}</span>
      <span className="sr-only">{votes === 1 ? "Stimme" : "Stimmen"}: dafür stimmen</span>
    </button>
  );
}
