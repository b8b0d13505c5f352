import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  type OperationNode,
  type OrderByItemNode,
  RawNode,
  ReferenceNode,
  type SelectQueryNode,
  TableNode,
} from "kysely";
import { inSql } from "../names.ts";

/** Columns that are empty in no row of any table. An index of theirs gives the order, which it would not with a word about nulls. */
export const neverEmpty: ReadonlySet<string> = new Set([
  "at",
  "created_at",
  "from_on",
  "id",
  "number",
  "row_number",
  "sort_title",
  "starts_at",
  "updated_at",
]);

/**
 * An item of an `order by` of a builder as Postgres has to be told it, so that empty values come where SQLite puts them:
 * first, and last in a descending order. Raw SQL is left as it is written.
 */
export function withEmptyValues(item: OrderByItemNode, select: SelectQueryNode | undefined): OrderByItemNode {
  const { orderBy, direction, nulls } = item;
  if (nulls || RawNode.is(orderBy) || isNeverEmpty(orderBy, select)) return item;
  const isDescending = direction && RawNode.is(direction) && direction.sqlFragments[0] === "desc";
  return { ...item, nulls: isDescending ? "last" : "first" };
}

function isNeverEmpty(node: OperationNode, select: SelectQueryNode | undefined): boolean {
  if (!select || !ReferenceNode.is(node) || !ColumnNode.is(node.column)) return false;
  const column = inSql(node.column.column.name);
  if (!neverEmpty.has(column) || select.setOperations?.length) return false;
  const made = select.selections?.some(({ selection }) => AliasNode.is(selection) && nameOf(selection) === column);
  const tables = node.table ? [nameOf(node.table)] : sourcesOf(select).map(nameOf);
  return !made && tables.every((table) => holdsRows(select, table));
}

const sourcesOf = (select: SelectQueryNode): OperationNode[] => [
  ...(select.from?.froms ?? []),
  ...(select.joins ?? []).map(({ table }) => table),
];

/** Whether what goes by this name is a table, of which every row of the result has a row. */
function holdsRows(select: SelectQueryNode, name: string | undefined): boolean {
  const isTable = (node: OperationNode) => nameOf(node) === name && TableNode.is(AliasNode.is(node) ? node.node : node);
  return (
    (select.from?.froms.some(isTable) ?? false) ||
    (select.joins?.some(({ joinType, table }) => joinType === "InnerJoin" && isTable(table)) ?? false)
  );
}

function nameOf(node: OperationNode): string | undefined {
  if (AliasNode.is(node)) return IdentifierNode.is(node.alias) ? inSql(node.alias.name) : undefined;
  return TableNode.is(node) ? inSql(node.table.identifier.name) : undefined;
}
