import type { PersonContext } from "../trpc/context.ts";

/** What the engine needs of a request: who asks, the database and the clock. */
export type RecordContext = Pick<PersonContext, "db" | "now" | "actorId" | "publish" | "person">;
