import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { MailWarning } from "lucide-react";
import { hasAbility } from "../../../contract/roles.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { useSession } from "../../lib/people/session.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { Absence } from "./absence.tsx";
import { PreferenceMatrix } from "./preference-matrix.tsx";
import { QuietHoursSection } from "./quiet-hours.tsx";

export function NotificationPreferencesForm() {
  const trpc = useTRPC();
  const own = useQuery(trpc.notification.getPreferences.queryOptions());
  if (own.isPending) return <RowSkeletons rows={6} />;
  if (!own.data) {
    return (
      <ListError
        message="Die Einstellungen konnten nicht geladen werden."
        errorId={problemOf(own.error)?.requestId}
        onRetry={() => own.refetch()}
        retrying={own.isFetching}
      />
    );
  }
  return (
    <>
      {!own.data.canMail && <NoMail />}
      <PreferenceMatrix preferences={own.data} />
      <QuietHoursSection preferences={own.data} />
      <Absence preferences={own.data} />
    </>
  );
}

function NoMail() {
  const { data: session } = useSession();
  const mayChange = session && hasAbility(session.user.role, "manageSettings");
  return (
    <p className="mb-5 flex gap-2.5 rounded-10 bg-warn-soft px-3 py-2.5 text-ui">
      <Icon of={MailWarning} className="mt-0.5 text-warn-text" />
      <span className="min-w-0">
        Das Portal verschickt noch keine E-Mails. Was du hier wählst, gilt, sobald sie eingerichtet sind.{" "}
        {mayChange && (
          <Link to="/settings/mail" className="whitespace-nowrap underline underline-offset-[3px]">
            E-Mail einrichten
          </Link>
        )}
      </span>
    </p>
  );
}
