import { type RawBuilder, sql } from "kysely";
import { foldText } from "../../contract/values/fold.ts";

const letters = { Ä: "a", ä: "a", Ö: "o", ö: "o", Ü: "u", ü: "u", ß: "ss", É: "e", é: "e" };

/** A text in SQL as `foldText` would have it, as far as German names go: `lower` of SQLite knows ASCII alone. */
export const folded = (text: RawBuilder<unknown>): RawBuilder<string> =>
  Object.entries(letters).reduce(
    (before, [letter, plain]) => sql<string>`replace(${before}, ${letter}, ${plain})`,
    sql<string>`lower(${text})`,
  );

/** For `like … escape '!'` over a folded text: whether it holds what was searched for. */
export const foldedPattern = (search: string): string => `%${foldText(search).replace(/[!%_]/g, "!$&")}%`;
