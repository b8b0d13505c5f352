import { useQuery } from "@tanstack/react-query";
import { Check, ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import type { ChecklistStep } from "../../../contract/dashboard/dashboard.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Link } from "../../lib/pages/link.tsx";
import { useSession } from "../../lib/people/session.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";

const stepTexts: Record<ChecklistStep["key"], { title: string; text: string; href: string }> = {
  website: {
    title: "Erste Website per Adresse anlegen",
    text: "Domain, Hoster, Zertifikat und Kunde finden wir heraus.",
    href: "/discover",
  },
  customer: { title: "Kunden importieren", text: "Aus CSV oder XLSX.", href: "/import?type=customer" },
  domain: { title: "Domains importieren", text: "Mit Laufzeit und Kündigungsfrist.", href: "/import?type=domain" },
  host: { title: "Hoster anlegen", text: "Server und Hosting-Pakete mit ihren IP-Adressen.", href: "/hosts/new" },
  device: { title: "Geräte erfassen", text: "Was im Haus ist und wer es hat.", href: "/import?type=device" },
  team: { title: "Team einladen", text: "Per E-Mail oder mit einem Link.", href: "/settings/users" },
  mail: {
    title: "E-Mail-Versand testen",
    text: "Für Einladungen, neue Passwörter und Fristen.",
    href: "/settings/mail",
  },
  backup: {
    title: "Backup einrichten",
    text: "Welche Dateien zu sichern sind, und womit.",
    href: "/settings/backup",
  },
  secondFactor: { title: "Zweiten Faktor einrichten", text: "Mit einer App oder einem Passkey.", href: "/settings" },
};
/** What only who looks after the portal can do. */
const forAdmins: ReadonlySet<ChecklistStep["key"]> = new Set(["team", "mail", "backup"]);

/** A cookie, so that the server's page already leaves out what somebody has seen enough of. */
const dismissedKey = "dashboard-checklist-dismissed";

export const isChecklistDismissed = (request: Request) =>
  request.headers.get("cookie")?.includes(`${dismissedKey}=1`) ?? false;

interface FirstSteps {
  /** Those of the person's role; none where they are not to be shown. */
  steps: readonly ChecklistStep[];
  left: number;
  dismiss: () => void;
}

/** The first steps in a fresh portal, until they are done or somebody has seen enough of them. */
export function useChecklist(startsDismissed: boolean): FirstSteps {
  const role = useSession().data?.user.role;
  const checklist = useQuery(useTRPC().dashboard.checklist.queryOptions());
  const [isDismissed, setDismissed] = useState(startsDismissed);
  const isShown = !isDismissed && role !== undefined && hasAbility(role, "editRecords");
  const isFor = ({ key }: ChecklistStep) => !forAdmins.has(key) || (role && hasAbility(role, "manageUsers"));
  const steps = isShown ? (checklist.data ?? []).filter(isFor) : [];
  const dismiss = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the other interface is not there without TLS
    document.cookie = `${dismissedKey}=1; path=/; max-age=31536000; samesite=lax`;
    setDismissed(true);
  };
  return { steps, left: steps.filter((step) => !step.done).length, dismiss };
}

/** „In 10 Minuten startklar“. */
export function Checklist({
  steps: { steps: shown, left, dismiss },
  className,
}: {
  steps: FirstSteps;
  className: string;
}) {
  const { data: session } = useSession();
  const [isUnfolded, setUnfolded] = useState(false);
  if (left === 0 || !session) return null;
  const done = shown.length - left;
  // From half way on what is left is what counts.
  const isFolded = done * 2 >= shown.length;
  const listed = isFolded && !isUnfolded ? shown.filter((step) => !step.done) : shown;
  return (
    <Section
      title="In 10 Minuten startklar"
      className={className}
      aside={
        <>
          {!isFolded && (
            <span className="num text-text-3">
              {done} von {shown.length}
            </span>
          )}
          <Button size="sm" variant="ghost" onClick={dismiss}>
            Ausblenden
          </Button>
        </>
      }
    >
      {isFolded && (
        <button
          type="button"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
          className="flex min-h-11 w-full items-center gap-3.5 border-b px-2 text-left text-ui text-text-2 hover:bg-hover"
        >
          <Icon of={isUnfolded ? ChevronDown : ChevronRight} size={20} className="text-text-3" />
          <span className="num">{`${done} von ${shown.length} erledigt`}</span>
        </button>
      )}
      <ol>
        {listed.map(({ key, done }) => (
          <li key={key} className="border-b">
            <Link
              to={key === "secondFactor" ? `/users/${session.user.id}/security` : stepTexts[key].href}
              className="flex min-h-14 items-center gap-3.5 px-2 py-1.5 transition-colors hover:bg-hover focus-visible:outline-offset-[-2px]"
            >
              <span
                className={cx(
                  "grid h-5 w-5 flex-none place-items-center rounded-full border",
                  done ? "border-transparent bg-inverse text-on-inverse" : "border-control",
                )}
              >
                {done && <Icon of={Check} size={14} />}
              </span>
              <span className="min-w-0">
                <span className={cx("block text-row font-medium", done && "text-text-3")}>
                  {stepTexts[key].title}
                  {done && <span className="sr-only"> (erledigt)</span>}
                </span>
                {!done && <span className="block text-meta text-text-3">{stepTexts[key].text}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </Section>
  );
}
