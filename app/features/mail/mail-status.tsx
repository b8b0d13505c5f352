import { useQuery } from "@tanstack/react-query";
import { CircleCheck, MailWarning } from "lucide-react";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";

/** How mail stands, in a sentence. */
export function MailStatusLine() {
  const trpc = useTRPC();
  const { data: status } = useQuery(trpc.mail.status.queryOptions({}));
  if (!status) return null;
  const { isConfigured, waiting, failedToday, lastSentAt } = status;
  const isWell = isConfigured && failedToday === 0;
  return (
    <p
      role="status"
      className={cx("flex gap-2.5 rounded-10 px-3 py-2.5 text-ui", isWell ? "bg-ok-soft" : "bg-warn-soft")}
    >
      <Icon
        of={isWell ? CircleCheck : MailWarning}
        className={cx("mt-0.5", isWell ? "text-ok-text" : "text-warn-text")}
      />
      <span className="min-w-0">
        {isConfigured ? (
          <>
            E-Mails sind eingerichtet. {lastSentAt && `Zuletzt gesendet: ${formatDateTime(lastSentAt)}. `}
            {waiting > 0 && `${mails(waiting)} ${waiting === 1 ? "wartet" : "warten"} noch. `}
            {failedToday > 0 && `${mails(failedToday)} in den letzten 24 Stunden nicht zugestellt.`}
          </>
        ) : (
          <>
            Noch kein Mail-Server: Das Portal verschickt keine E-Mails.{" "}
            {waiting > 0 &&
              `${mails(waiting)} ${waiting === 1 ? "wartet" : "warten"} auf die Einrichtung und ${waiting === 1 ? "verfällt" : "verfallen"} nach 24 Stunden.`}
          </>
        )}
      </span>
    </p>
  );
}

const mails = (count: number) => (count === 1 ? "1 E-Mail" : `${count} E-Mails`);
