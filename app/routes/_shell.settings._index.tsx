import { Link } from "@remix-run/react";
import { ChevronRight, KeyRound, ListTree, type LucideIcon, Radio, UserRound, UsersRound } from "lucide-react";
import { type Ability, hasAbility } from "../../contract/roles.ts";
import { pageTitle } from "../features/shell/page-title.ts";
import { useSession } from "../lib/session.tsx";
import { Icon } from "../ui/icon.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export const meta = () => pageTitle("Einstellungen");

interface SettingsSection {
  title: string;
  text: string;
  icon: LucideIcon;
  path: string;
  ability?: Ability;
}

export default function SettingsPage() {
  const { data: session } = useSession();
  if (!session) return null;
  const { id, role } = session.user;
  const sections: SettingsSection[] = [
    {
      title: "Benutzer & Rollen",
      text: "Einladen, Rollen vergeben, Konten sperren",
      icon: UsersRound,
      path: "/settings/users",
      ability: "manageUsers",
    },
    {
      title: "Anmeldung",
      text: "Pflicht zum zweiten Faktor, Anbieter (OpenID Connect)",
      icon: KeyRound,
      path: "/settings/sign-in",
      ability: "manageSettings",
    },
    {
      title: "Listen",
      text: "Kategorien, Standorte, Anbieter, Registrare, Tags",
      icon: ListTree,
      path: "/settings/lists",
    },
    {
      title: "Live-Werkstatt",
      text: "Verbindung ansehen, Live-Ereignisse mitlesen und auslösen",
      icon: Radio,
      path: "/settings/live",
      ability: "useLiveWorkbench",
    },
    {
      title: "Mein Konto",
      text: "Profil, Passwort, Sitzungen, Hinweise, Darstellung",
      icon: UserRound,
      path: `/users/${id}`,
    },
  ];
  return (
    <>
      <PageHeader title="Einstellungen" />
      <ul className="mt-7 max-w-[760px] border-t">
        {sections
          .filter(({ ability }) => !ability || hasAbility(role, ability))
          .map(({ title, text, icon, path }) => (
            <li key={path} className="border-b">
              <Link
                to={path}
                className="flex min-h-16 items-center gap-4 px-1 py-2 transition-colors hover:bg-hover focus-visible:outline-offset-[-2px]"
              >
                <Icon of={icon} size={20} className="text-text-2" />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{title}</span>
                  <span className="block text-note text-text-2">{text}</span>
                </span>
                <Icon of={ChevronRight} className="text-text-3" />
              </Link>
            </li>
          ))}
      </ul>
    </>
  );
}
