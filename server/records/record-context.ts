import type { PersonContext } from "../trpc/context.ts";

/** What the engine needs of a request: who asks, from which page, the database and the clock. */
export type RecordContext = Pick<PersonContext, "db" | "now" | "actorId" | "publish" | "person"> &
  Partial<Pick<PersonContext, "socketId" | "fence">> & {
    /** Of work on many records: what is told of it to one person is told once. */
    changeSet?: string;
  };
