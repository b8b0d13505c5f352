import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { LookupKind, LookupTargetType } from "../../../contract/lookups/lookups.ts";
import type { Db } from "../../db/connection.ts";
import { isReservedName } from "../checks/reserved-names.ts";

/** A domain as those who ask about it need it. */
export interface LookupTarget {
  id: string;
  nameAce: string;
  tld: string;
  dkimSelectors: readonly string[];
  redirectTarget: string | null;
  movingUntil: string | null;
  renewsAt: string | null;
  /** How far its holder is confirmed, and whether the ending's servers know it. */
  nis2Status: string | null;
  delegation: string | null;
  /** Its customer has the best of the service levels. */
  isPremium: boolean;
}

export interface WebsiteTarget {
  id: string;
  name: string;
  url: string;
}

export interface HostTarget {
  id: string;
  name: string;
  hostname: string | null;
  ips: readonly string[];
}

export interface LookupTargets {
  domain: LookupTarget;
  website: WebsiteTarget;
  host: HostTarget;
}

interface Source<Target> {
  table: string;
  /** SQL of what an answer is about, on the row `t`: with another it is another question. */
  subject: RawBuilder<string>;
  /** SQL of whether anybody asks about the row `t`. */
  isAsked: RawBuilder<SqlBool>;
  /** Whether somebody else can know of it. */
  isPublic(subject: string): boolean;
  read(db: Db, id: string): Promise<Target | undefined>;
}

/** SQL of whether a kind of question makes sense for the row `t`; for all that are asked about when absent. */
export const askedOnly: Partial<Record<LookupKind, RawBuilder<SqlBool>>> = {
  holderMail: sql`t.holder_email is not null`,
  redirect: sql`t.purpose = 'redirect' and t.redirect_target is not null`,
};

/** The records that others are asked about: what is archived or shut down is left alone. */
export const lookupSources: { [Type in LookupTargetType]: Source<LookupTargets[Type]> } = {
  domain: {
    table: "domains",
    subject: sql`t.name_ace`,
    isAsked: sql`t.archived_at is null`,
    isPublic: (nameAce) => !isReservedName(nameAce),
    async read(db, id) {
      const row = await db
        .selectFrom("domains as d")
        .leftJoin("customers as c", "c.id", "d.customerId")
        .select(["d.id", "d.nameAce", "d.tld", "d.dkimSelectors", "d.redirectTarget", "d.movingUntil", "c.slaLevel"])
        .select(["d.renewsAt", "d.nis2Status", "d.delegation"])
        .where("d.id", "=", id)
        .executeTakeFirst();
      if (!row) return undefined;
      const { slaLevel, ...domain } = row;
      return { ...domain, dkimSelectors: JSON.parse(row.dkimSelectors), isPremium: slaLevel === "premium" };
    },
  },
  website: {
    table: "websites",
    subject: sql`t.url`,
    isAsked: sql`t.archived_at is null and t.lifecycle = 'live'`,
    isPublic: (url) => URL.canParse(url) && !isReservedName(new URL(url).hostname),
    read: (db, id) => db.selectFrom("websites").select(["id", "name", "url"]).where("id", "=", id).executeTakeFirst(),
  },
  host: {
    table: "hosts",
    subject: sql`coalesce(t.hostname, '') || ' ' || t.ips`,
    isAsked: sql`t.archived_at is null and t.lifecycle <> 'shutDown'`,
    isPublic: (subject) => !/^ (\[\])?$/.test(subject) && !isReservedName(subject.split(" ")[0] ?? ""),
    async read(db, id) {
      const row = await db
        .selectFrom("hosts")
        .select(["id", "name", "hostname", "ips"])
        .where("id", "=", id)
        .executeTakeFirst();
      return row && { ...row, ips: JSON.parse(row.ips || "[]") };
    },
  },
};
