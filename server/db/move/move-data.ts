import { StartProblem } from "../../start-problem.ts";
import { contentOf, openSum } from "./content.ts";
import type { Content, Row, Source, Target } from "./side.ts";

export interface MovedTable extends Content {
  table: string;
}

export interface MoveOptions {
  /** Told of each table; it had arrived before where the run before this one brought it. */
  onTable?: (moved: MovedTable, hadArrived: boolean) => void;
  signal?: AbortSignal;
}

/**
 * Brings every table from one database to the other, and compares them all at the end, row by row. May be cut at any
 * moment and is then finished by the next call: what has arrived and is still the same is not brought again. Neither may
 * be written meanwhile.
 */
export async function moveData(from: Source, to: Target, { onTable, signal }: MoveOptions = {}): Promise<MovedTable[]> {
  const tables = await from.columns();
  refuseOtherSchema(tables, await to.columns());
  await to.begin();
  const arrived = await to.arrived();
  const moved: MovedTable[] = [];
  for (const [table, columns] of tables) {
    signal?.throwIfAborted();
    const known = arrived.get(table);
    const hadArrived = known !== undefined && isSame(known, await contentOf(from.rows(table, columns)));
    const content = hadArrived ? known : await bring(from, to, table, columns);
    moved.push({ table, ...content });
    onTable?.({ table, ...content }, hadArrived);
  }
  for (const { table, ...content } of moved) {
    signal?.throwIfAborted();
    const there = await contentOf(to.rows(table, tables.get(table) ?? []));
    if (!isSame(there, content))
      throw new StartProblem(
        `Die Tabelle ${table} ist am Ziel nicht dieselbe: ${there.rows} statt ${content.rows} Zeilen, oder mit anderem Inhalt.`,
      );
  }
  await to.finish().catch((cause: Error) => {
    throw new StartProblem(`Am Ziel passt nicht alles zusammen: ${cause.message}`, { cause });
  });
  return moved;
}

async function bring(from: Source, to: Target, table: string, columns: readonly string[]): Promise<Content> {
  const sum = openSum();
  async function* summed(): AsyncGenerator<Row> {
    for await (const row of from.rows(table, columns)) {
      sum.add(row);
      yield row;
    }
  }
  try {
    await to.replace(table, columns, summed(), sum.content);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartProblem(`Die Tabelle ${table} ließ sich nicht übertragen: ${reason}`, { cause });
  }
  return sum.content();
}

const isSame = (one: Content, other: Content) => one.rows === other.rows && one.hash === other.hash;

function refuseOtherSchema(from: Map<string, string[]>, to: Map<string, string[]>): void {
  const written = (tables: Map<string, string[]>) =>
    [...tables].map(([table, columns]) => `${table} (${columns.join(", ")})`).sort();
  const [here, there] = [written(from), written(to)];
  const [other] = [
    ...here.filter((table) => !there.includes(table)),
    ...there.filter((table) => !here.includes(table)),
  ];
  if (other) throw new StartProblem(`Beide Datenbanken haben nicht dieselben Tabellen: ${other}`);
}
