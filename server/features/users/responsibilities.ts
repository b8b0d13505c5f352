import { declarationOf } from "../../../contract/records/declarations.ts";
import { type RecordType, recordTypes } from "../../../contract/records/record-types.ts";
import type { Responsibility } from "../../../contract/users/user-tasks.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { readableBy } from "../../records/readable.ts";
import { tableOf } from "../../records/tables.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { assertUserExists } from "./assert-user-exists.ts";

type Ctx = Pick<PersonContext, "db" | "person">;

const shownOfEach = 5;

/** The types whose records have somebody responsible. */
export const responsibleTypes: readonly RecordType[] = recordTypes.filter(
  (type) => "responsibleUserId" in declarationOf(type).fields,
);

/** What a person is responsible for and the asking one may read: by type, without what is archived. */
export async function listResponsibilities(ctx: Ctx, { id }: { id: string }): Promise<Responsibility[]> {
  await assertUserExists(ctx.db, id);
  const found = await Promise.all(responsibleTypes.map((type) => responsibilityOf(ctx, type, id)));
  return found.filter(({ total }) => total > 0);
}

async function responsibilityOf(ctx: Ctx, type: RecordType, userId: string): Promise<Responsibility> {
  const query = selectResponsible(ctx, type, userId);
  const { total } = await query.select((eb) => eb.fn.countAll<number | string>().as("total")).executeTakeFirstOrThrow();
  const rows = await query
    .select(["record.id", "record.title as label"])
    .orderBy("record.sortTitle")
    .orderBy("record.id")
    .limit(shownOfEach)
    .execute();
  return { type, total: Number(total), items: rows };
}

/** The records of a type that a person is responsible for, as `record`, as far as the asking one may read them. */
export function selectResponsible({ db, person }: Ctx, type: RecordType, userId: string) {
  const query = dynamic(db)
    .selectFrom(`${tableOf(type)} as record`)
    .where("record.responsibleUserId", "=", userId)
    .where("record.archivedAt", "is", null);
  const readable = readableBy(type, person);
  return readable ? query.where(readable) : query;
}
