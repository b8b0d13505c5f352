import { sql } from "kysely";
import { deadlineLabel } from "../../../contract/deadlines/deadlines.ts";
import { addDays } from "../../../contract/time/today.ts";
import { prepare } from "../../db/prepare.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import type { Queryable } from "../../search/run.ts";
import type { DeadlineSource, Derived, Target } from "../deadlines/sources.ts";
import { findRelease, rolling } from "./releases.ts";

/** What runs on a record: the name of a product and its version, as somebody typed it. */
type Software = readonly [name: string | null, version: string | null];

interface Running {
  id: string;
  software: readonly Software[];
}

/** A date of a product is the next in line when it is later by so many days; less is a correction. */
const nextReleaseDays = 28;

/** Days for which an ended support comes first; after that the next end does, since this one was evidently accepted. */
const asksDays = 90;

/**
 * Adds the day on which the makers of what runs on a record end their support: the next one, which may have passed lately,
 * or where no other is to come, the last.
 */
function withSupportEnds(
  source: DeadlineSource,
  readRunning: (db: Queryable, idsJson: string) => Promise<Running[]>,
): DeadlineSource {
  return {
    ...source,
    kinds: [...source.kinds, "eol"],
    async read(db, ids, today) {
      const targets = await source.read(db, ids, today);
      const running = new Map((await readRunning(db, JSON.stringify(ids))).map((row) => [row.id, row.software]));
      return targets.map((target) => {
        const end = nextEnd(running.get(target.id) ?? [], today);
        return end ? { ...target, deadlines: [...target.deadlines, derive(target, end)] } : target;
      });
    },
  };
}

interface End {
  dueOn: string;
  label: string;
  asksUntil: string | null;
}

function nextEnd(software: readonly Software[], today: string): End | undefined {
  const ends = software.flatMap(([name, version]) => {
    const release = name ? findRelease(name, version) : undefined;
    if (!release || rolling.has(release.productId)) return [];
    const { supportedUntil, label } = release;
    return supportedUntil && supportedUntil !== "ended" ? [{ dueOn: supportedUntil, label }] : [];
  });
  ends.sort((a, b) => a.dueOn.localeCompare(b.dueOn));
  const next = ends.find(({ dueOn }) => addDays(dueOn, asksDays) >= today) ?? ends.at(-1);
  if (!next) return undefined;
  const labels = ends.filter(({ dueOn }) => dueOn === next.dueOn).map(({ label }) => label);
  const isLast = ends.at(-1)?.dueOn === next.dueOn;
  const asksUntil = isLast ? null : addDays(next.dueOn, asksDays);
  return { dueOn: next.dueOn, label: [...new Set(labels)].join(", "), asksUntil };
}

function derive({ responsibleUserId, concernedUserId }: Target, { dueOn, label, asksUntil }: End): Derived {
  return {
    kind: "eol",
    label: `${deadlineLabel("eol")}: ${label}`,
    dueOn,
    cancelBy: null,
    asksUntil,
    responsibleUserId,
    concernedUserId,
    amountCents: null,
    direction: null,
    isQuiet: false,
    source: "computed",
    certainty: "certain",
    movesOn: { days: nextReleaseDays, as: "done" },
  };
}

/** The system of a website, and its PHP where no host of it says which versions it has: that is a date of the host. */
export function withWebsiteSupport(source: DeadlineSource): DeadlineSource {
  const follows = {
    ...source.follows,
    async host(db: Queryable, ids: readonly string[]) {
      return (await websitesOn(db, JSON.stringify(ids))).map(({ websiteId }) => websiteId);
    },
  };
  const withEnds = withSupportEnds(source, async (db, idsJson) =>
    (await selectWebsites(db, idsJson)).map(({ id, cms, cmsVersion, phpVersion, isOnHost }) => ({
      id,
      software: [
        [cms, cmsVersion],
        [isOnHost ? null : "PHP", phpVersion],
      ],
    })),
  );
  return { ...withEnds, follows };
}

const websitesOn = prepare((db, idsJson: string) =>
  db.selectFrom("websiteHosts").select("websiteId").distinct().where("hostId", "in", idsIn(idsJson)),
);

const selectWebsites = prepare((db, idsJson: string) =>
  db
    .selectFrom("websites as w")
    .select(["w.id", "w.cms", "w.cmsVersion", "w.phpVersion"])
    .select(
      sql<number>`exists (select 1 from website_hosts as link join hosts as h on h.id = link.host_id
        where link.website_id = w.id and h.archived_at is null and h.php_versions not in ('', '[]'))`.as("isOnHost"),
    )
    .where("w.lifecycle", "=", "live")
    .where("w.id", "in", idsIn(idsJson)),
);

/** The operating system of a host and the versions of PHP that it has. */
export function withHostSupport(source: DeadlineSource): DeadlineSource {
  return withSupportEnds(source, async (db, idsJson) =>
    (await selectHosts(db, idsJson)).map(({ id, os, osVersion, phpVersions }) => ({
      id,
      software: [[os, osVersion], ...readVersions(phpVersions).map((version): Software => ["PHP", version])],
    })),
  );
}

const selectHosts = prepare((db, idsJson: string) =>
  db
    .selectFrom("hosts as h")
    .select(["h.id", "h.os", "h.osVersion", "h.phpVersions"])
    .where("h.lifecycle", "!=", "shutDown")
    .where("h.id", "in", idsIn(idsJson)),
);

const readVersions = (stored: string): string[] => JSON.parse(stored || "[]");
