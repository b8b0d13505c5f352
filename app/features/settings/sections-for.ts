import { isOneOf } from "../../../contract/narrowing.ts";
import { abilities, hasAbility, type Role, roleLabels, roles } from "../../../contract/roles.ts";
import { fold } from "../../lib/fold.ts";
import { ownGroup, type SettingsGroup, type SettingsSection, sharedGroups } from "./settings-sections.ts";

/** What a person may enter and what fits what they look for, in the order of the settings; empty groups are left out. */
export function sectionsFor({ id, role }: { id: string; role: Role }, search = ""): SettingsGroup[] {
  const wanted = fold(search).split(/\s+/).filter(Boolean);
  const fits = ({ title, text, keywords = "" }: SettingsSection, group: string) => {
    const all = fold(`${title} ${text} ${keywords} ${group}`);
    return wanted.every((word) => all.includes(word));
  };
  return [...sharedGroups, ownGroup(id)]
    .map(({ title, sections }) => ({
      title,
      sections: sections.filter(
        (section) => (!section.ability || hasAbility(role, section.ability)) && fits(section, title),
      ),
    }))
    .filter(({ sections }) => sections.length > 0);
}

/** Who may enter: „Alle“, or the roles by name. */
export function whoMayEnter({ ability }: SettingsSection): string {
  const may = ability ? roles.filter((role) => isOneOf(abilities[ability], role)) : roles;
  return may.length === roles.length ? "Alle" : may.map((role) => roleLabels[role]).join(", ");
}
