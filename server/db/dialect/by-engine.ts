import {
  type Expression,
  ExpressionWrapper,
  FunctionNode,
  isExpression,
  type OperationNode,
  type RawBuilder,
  sql,
  ValueNode,
} from "kysely";

/** The engines for which statements are compiled. */
export type Engine = "sqlite" | "postgres";

type Operand = Expression<unknown>;
type Written = (...operands: Operand[]) => RawBuilder<unknown>;

const forms = new Map<string, Record<Engine, Written>>();

/**
 * An expression that each engine writes in its own way. In the statement it is the call of a function that no engine has;
 * the engine's compiler writes what is meant, so nobody who builds a statement needs to know for which engine. An operand
 * that one form leaves out is not a parameter of its statement.
 */
export function byEngine<Value>(
  name: string,
  form: Record<Engine, Written>,
): (...operands: unknown[]) => RawBuilder<Value> {
  const func = `by-engine:${name}`;
  if (forms.has(func)) throw new Error(`There are two expressions called ${name}.`);
  forms.set(func, form);
  return (...operands) => {
    const nodes = operands.map((operand) =>
      isExpression(operand) ? operand.toOperationNode() : ValueNode.create(operand),
    );
    return sql<Value>`${new ExpressionWrapper(FunctionNode.create(func, nodes))}`;
  };
}

/** What an engine writes for a call of such a function; undefined for the functions that it has itself. */
export function writtenFor(engine: Engine, { func, arguments: operands }: FunctionNode): OperationNode | undefined {
  const form = forms.get(func)?.[engine];
  return form?.(...operands.map((node) => new ExpressionWrapper<object, never, unknown>(node))).toOperationNode();
}
