import type { z } from "zod";
import {
  type updateSettings as contract,
  type SettingSection,
  type Settings,
  type SettingsView,
  secretServers,
  secretSettings,
  settingInputs,
} from "../../../contract/settings/sections.ts";
import { setPortalTimeZone } from "../../../contract/time/time-zone.ts";
import { setPortalCalendar } from "../../../contract/time/work-calendar.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { invalidField, Problem } from "../../problem.ts";
import { logoOwner, readStoredSettings, viewSettings } from "../../settings/read-settings.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { attachFile, detachFile } from "../files/commands.ts";
import { assertTagsExist, tagFoundWebsites } from "../technologies/auto-tags.ts";
import { readOwnRules } from "../technologies/own-rules.ts";
import { askFeed, forgetFeed } from "../vulnerabilities/feed-list.ts";

/** Changes a section; refuses what its schema does not know and what was changed by somebody else meanwhile. */
export async function updateSettings(
  ctx: PersonContext,
  { section, values, secrets, version }: z.infer<typeof contract>,
): Promise<SettingsView> {
  const at = ctx.now().toISOString();
  const view = await transact(ctx, async (tx) => {
    const before = await readStoredSettings(tx.db, section);
    if (before.version !== version)
      throw new Problem("conflict", { message: "Diese Einstellungen wurden inzwischen geändert. Bitte neu laden." });
    const after = settingInputs[section].safeParse({ ...before.values, ...values });
    if (!after.success) {
      const [issue] = after.error.issues;
      throw invalidField(`values.${issue?.path.join(".")}`, issue?.message ?? "Diese Angabe ist ungültig.");
    }
    if (section === "general") await replaceLogo(tx, ctx, before.values, after.data);
    if (section === "technologies") {
      const { rules, tags } = after.data as Settings<"technologies">;
      readOwnRules(rules, "values.rules");
      await assertTagsExist(tx, tags);
      await tagFoundWebsites(tx, tags, (before.values as Settings<"technologies">).tags);
    }
    const left = secretsOfOthers(section, { kept: Object.keys(before.secrets), given: secrets }, [
      before.values,
      after.data,
    ]);
    const kept = Object.fromEntries(Object.entries(before.secrets).filter(([field]) => !left.includes(field)));
    for (const [field, secret] of Object.entries(secrets)) {
      if (!secretSettings[section].includes(field)) throw invalidField(`secrets.${field}`, `${field}: Unbekannt.`);
      if (secret === null) delete kept[field];
      else kept[field] = { sealed: ctx.vault.seal(secret), setAt: at, setBy: ctx.person.name };
    }
    if (section === "technologies" && secrets.wordfenceKey !== undefined)
      await (secrets.wordfenceKey === null ? forgetFeed(tx) : askFeed(tx));
    const row = {
      valuesJson: JSON.stringify(after.data),
      secretsJson: JSON.stringify(kept),
      version: version + 1,
      updatedAt: at,
      updatedById: ctx.person.id,
    };
    await tx.db
      .insertInto("settings")
      .values({ section, ...row })
      .onConflict((conflict) => conflict.column("section").doUpdateSet(row))
      .execute();
    await tx.record({
      kind: "setting.updated",
      subject: { type: "setting", id: section },
      version: version + 1,
      before: before.values,
      after: { ...after.data, ...(Object.keys(secrets).length > 0 && { secrets: Object.keys(secrets) }) },
    });
    tx.signal({ event: "settingsChanged", payload: { settings: { section } } });
    return viewSettings(tx.db, section);
  });
  if (section === "general") {
    const general = view.values as Settings<"general">;
    setPortalTimeZone(general.timeZone);
    setPortalCalendar(general);
  }
  return view;
}

/**
 * The secrets that were entered for another server: it could read them there. They are forgotten where somebody entered
 * others for the new one, and refuse the change where nobody did.
 */
function secretsOfOthers(
  section: SettingSection,
  { kept, given }: { kept: readonly string[]; given: Readonly<Record<string, string | null>> },
  [before, after]: readonly [object, object],
): string[] {
  const servers = Object.entries(secretServers[section] ?? {});
  return servers.flatMap(([secret, { field, label }]) => {
    const [was, is] = [serverIn(before, field), serverIn(after, field)];
    if (!kept.includes(secret) || given[secret] !== undefined || is === "" || is === was) return [];
    if (servers.some(([other, server]) => server.field === field && given[other])) return [secret];
    throw invalidField(
      `values.${field}`,
      `${label}: Für einen anderen Server bitte auch die Zugangsdaten neu eingeben.`,
    );
  });
}

/** Another path is no other server. */
function serverIn(values: object, field: string): string {
  const text = String(Object.entries(values).find(([name]) => name === field)?.[1] ?? "").toLowerCase();
  return URL.canParse(text) && text.includes("://") ? new URL(text).origin : text;
}

/** Gives an uploaded image to the portal in place of the former one. */
async function replaceLogo(tx: Tx, { person }: PersonContext, before: unknown, after: unknown): Promise<void> {
  const { logoKey: former } = before as Settings<"general">;
  const { logoKey: key } = after as Settings<"general">;
  if (key === former) return;
  if (former) await detachFile(tx, { key: former, owner: logoOwner });
  const refusal = invalidField("values.logoKey", "Logo: Bitte lade das Bild erneut hoch.");
  if (key) await attachFile(tx, { key, owner: logoOwner, createdById: person.id, purpose: "image" }, refusal);
}
