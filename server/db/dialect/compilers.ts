import {
  type BinaryOperationNode,
  type FunctionNode,
  type OperationNode,
  OperatorNode,
  type OrderByItemNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  SelectQueryNode,
  SqliteQueryCompiler,
  ValueListNode,
} from "kysely";
import { inSql } from "../names.ts";
import { writtenFor } from "./by-engine.ts";
import { withEmptyValues } from "./empty-values.ts";

/** Compiles statements for SQLite, with the expressions of this folder as it writes them and the names of its tables. */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const written = writtenFor("sqlite", node);
    if (written) this.visitNode(written);
    else super.visitFunction(node);
  }

  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(inSql(identifier));
  }

  /**
   * The sign changes no value. By a bare parameter SQLite may choose its plan, and then it compiles the whole statement anew
   * each time that another value is bound, which takes a look for two rows four times as long as the look itself.
   */
  protected override getCurrentParameterPlaceholder(): string {
    return "+?";
  }
}

/** Compiles statements for Postgres, with the expressions of this folder as it writes them and the names of its tables. */
export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const written = writtenFor("postgres", node);
    if (written) this.visitNode(written);
    else super.visitFunction(node);
  }

  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(inSql(identifier));
  }

  protected override visitOrderByItem(item: OrderByItemNode): void {
    super.visitOrderByItem(
      withEmptyValues(
        item,
        this.nodeStack.findLast((node) => SelectQueryNode.is(node)),
      ),
    );
  }

  /** Postgres knows no empty list; nothing is in one. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node;
    const isIn = OperatorNode.is(operator) && operator.operator === "in";
    const isNotIn = OperatorNode.is(operator) && operator.operator === "not in";
    if ((isIn || isNotIn) && isEmptyList(rightOperand)) this.append(isIn ? "false" : "true");
    else super.visitBinaryOperation(node);
  }
}

const isEmptyList = (node: OperationNode) =>
  (PrimitiveValueListNode.is(node) || ValueListNode.is(node)) && node.values.length === 0;
