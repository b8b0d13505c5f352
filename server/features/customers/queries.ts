import { type SqlBool, sql } from "kysely";
import type { SimilarCustomer, TypedCustomer } from "../../../contract/customers/similar-customers.ts";
import { readEmail } from "../../../contract/values/email.ts";
import { readVatId } from "../../../contract/values/vat-id.ts";
import { escapeLike, isLike } from "../../db/dialect/text.ts";
import { listOptions } from "../../records/queries.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { ownDomains, tellingWord } from "./likeness.ts";
import { customers } from "./store.ts";

const maxShown = 5;
const minLetters = 3;

/** Active customers that are probably the one who is being entered, the surest first. */
export async function findSimilar(ctx: RecordContext, typed: TypedCustomer): Promise<SimilarCustomer[]> {
  const { exceptId } = typed;
  const vatId = readable(readVatId, typed.vatId);
  const email = readable(readEmail, typed.email);
  const word = tellingWord(typed.name ?? "");
  const found: SimilarCustomer[] = [
    ...(vatId ? await findBy(ctx, "vatId", sql`vat_id = ${vatId}`) : []),
    ...(email ? await findBy(ctx, "email", sql`${email} in (email, invoice_email)`) : []),
    ...(await findByDomain(ctx, ownDomains(typed))),
    ...(word.length >= minLetters ? await findByName(ctx, word) : []),
  ];
  const isFirst = ({ id }: SimilarCustomer, index: number) => found.findIndex((other) => other.id === id) === index;
  return found.filter((each, index) => each.id !== exceptId && isFirst(each, index)).slice(0, maxShown);
}

async function findBy({ db }: RecordContext, by: SimilarCustomer["by"], condition: ReturnType<typeof sql<SqlBool>>) {
  const rows = await db
    .selectFrom("customers")
    .select(["id", "title as label"])
    .where("archivedAt", "is", null)
    .where(condition)
    .orderBy("sortTitle")
    .limit(maxShown + 1)
    .execute();
  return rows.map((row) => ({ ...row, by }));
}

async function findByDomain({ db }: RecordContext, domains: readonly string[]): Promise<SimilarCustomer[]> {
  const found: SimilarCustomer[] = [];
  for (const domain of domains) {
    const held = `%${escapeLike(domain)}%`;
    const rows = await db
      .selectFrom("customers")
      .select(["id", "title as label", "website", "email"])
      .where("archivedAt", "is", null)
      .where(sql<SqlBool>`(${isLike(sql`website`, held)} or ${isLike(sql`email`, held)})`)
      .orderBy("sortTitle")
      .limit(20)
      .execute();
    // The text may also hold another domain that ends or begins alike.
    for (const { id, label, ...row } of rows)
      if (ownDomains(row).includes(domain)) found.push({ id, label, by: "domain" });
  }
  return found;
}

async function findByName(ctx: RecordContext, word: string): Promise<SimilarCustomer[]> {
  const options = await listOptions(customers, ctx, { search: word, limit: maxShown });
  return options.map(({ id, label }) => ({ id, label, by: "name" }));
}

function readable(read: typeof readEmail, text: string | null | undefined): string | undefined {
  const reading = text ? read(text) : undefined;
  return reading && "value" in reading ? reading.value : undefined;
}
