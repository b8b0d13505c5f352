import { Link } from "@remix-run/react";
import { ChevronRight, Mail } from "lucide-react";
import { mailText, mailTextKinds } from "../../../../contract/mail/mail-texts.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import { useRole } from "../../../lib/people/use-role.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Section } from "../../../ui/section.tsx";

/** The mails whose words can be chosen, for whom they are to choose. */
export function MailTextList() {
  if (!hasAbility(useRole(), "manageSettings")) return null;
  return (
    <Section title="E-Mail-Texte" className="mb-11">
      <ul>
        {mailTextKinds.map((kind) => {
          const { label, when } = mailText(kind);
          return (
            <li key={kind} className="border-b">
              <Link
                to={`/settings/mail-texts#${kind}`}
                className="flex min-h-14 items-center gap-4 py-2 transition-colors hover:bg-hover focus-visible:outline-offset-[-2px]"
              >
                <Icon of={Mail} size={20} className="text-text-3" />
                <span className="min-w-0 flex-1">
                  <span className="block font-550">{label}</span>
                  <span className="block text-meta text-text-2">{when}</span>
                </span>
                <Icon of={ChevronRight} className="text-text-3" />
              </Link>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
