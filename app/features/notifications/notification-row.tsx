import { Link } from "@remix-run/react";
import {
  AppWindow,
  BookOpen,
  CalendarClock,
  FileSignature,
  Globe,
  Info,
  Laptop,
  type LucideIcon,
  MessageSquarePlus,
  MessagesSquare,
  ShieldCheck,
  Siren,
  SquareCheck,
  Trash2,
  Users,
} from "lucide-react";
import type { Notification, NotificationCategory, Snooze } from "../../../contract/notifications/notifications.ts";
import { notificationPanelDisclosure } from "../../lib/dialogs/disclosure.ts";
import { formatDateTime } from "../../lib/format.ts";
import { SafeHtml, safeTarget } from "../../lib/safe-html.tsx";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { SnoozeMenu } from "./snooze-menu.tsx";

const icons: Record<NotificationCategory, LucideIcon> = {
  incident: Siren,
  certificate: ShieldCheck,
  team: Users,
  system: Info,
  wiki: BookOpen,
  chat: MessagesSquare,
  feedback: MessageSquarePlus,
  website: AppWindow,
  domain: Globe,
  deadline: CalendarClock,
  contract: FileSignature,
  task: SquareCheck,
  device: Laptop,
};

type NotificationRowProps = {
  row: Pick<Notification, "id" | "title" | "message" | "createdAt" | "category" | "link" | "severity" | "count">;
  isNew: boolean;
  onDelete: () => void;
  onSnooze: (until: Snooze) => void;
};

export function NotificationRow({ row, isNew, onDelete, onSnooze }: NotificationRowProps) {
  return (
    <li
      className={cx(
        "group relative grid grid-cols-[18px_minmax(0,1fr)_auto] gap-x-3 gap-y-px py-[9px] pb-2.5 pl-[18px] pr-4 text-note focus-within:bg-tint-4 hover:bg-tint-4",
        isNew &&
          "before:absolute before:inset-y-[11px] before:left-0 before:w-[3px] before:rounded-r-[2px] before:bg-brand",
      )}
    >
      <Icon
        of={icons[row.category]}
        className={cx("mt-px", row.severity === "critical" ? "text-bad-text" : "text-text-3")}
      />
      <p
        className="line-clamp-2 min-w-0 font-semibold [overflow-wrap:anywhere] max-md:line-clamp-none"
        title={row.title}
      >
        {isNew && <span className="sr-only">Neu: </span>}
        <Title title={row.title} link={row.link} />
      </p>
      <time
        dateTime={row.createdAt.toISOString()}
        className="whitespace-nowrap text-label leading-[18px] text-text-3 group-focus-within:opacity-0 group-hover:opacity-0 group-has-[[data-state=open]]:opacity-0 max-md:col-start-2 max-md:row-start-3 max-md:!opacity-100 md:[@media(hover:none)]:mr-[72px] md:[@media(hover:none)]:!opacity-100"
      >
        {formatDateTime(row.createdAt)}
      </time>
      <span className="absolute right-2.5 top-1 z-10 flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 group-has-[[data-state=open]]:opacity-100 max-md:static max-md:col-start-3 max-md:row-start-1 max-md:-mr-3 max-md:-mt-[13px] max-md:mb-[-13px] max-md:opacity-100 [@media(hover:none)]:opacity-100">
        <SnoozeMenu title={row.title} onSnooze={onSnooze} />
        <IconButton
          icon={Trash2}
          label={`„${row.title}“ löschen`}
          title="Löschen"
          size="sm"
          data-delete={row.id}
          onClick={onDelete}
        />
      </span>
      <div className="col-span-2 col-start-2 text-text-2 [overflow-wrap:anywhere] [&_a]:relative [&_a]:z-10 [&_a]:underline [&_a]:decoration-control [&_a]:underline-offset-[3px] [&_b]:font-medium [&_b]:text-text-1 [&_code]:rounded-4 [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-[12px] [&_li]:ml-4 [&_li]:list-disc [&_strong]:font-medium [&_strong]:text-text-1">
        <SafeHtml html={row.message} />
        <Similar count={row.count} />
      </div>
    </li>
  );
}

/** The whole row is the target; what stands in it as a link of its own lies above. */
const wholeRow = "hover:underline before:absolute before:inset-0 focus-visible:outline-offset-[-2px]";

function Title({ title, link }: { title: string; link: string | null }) {
  const target = link ? safeTarget(link) : undefined;
  if (!target) return title;
  if (!target.isInternal) {
    return (
      <a href={target.href} target="_blank" rel="noopener noreferrer" className={wholeRow}>
        {title}
      </a>
    );
  }
  return (
    <Link to={target.href} onClick={notificationPanelDisclosure.close} className={wholeRow}>
      {title}
    </Link>
  );
}

/** „+3 ähnliche“ where one notification stands for several. */
export function Similar({ count }: { count: number }) {
  if (count <= 1) return null;
  return <p className="mt-0.5 text-label text-text-3">+{count - 1} ähnliche</p>;
}
