import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

export interface FoundImport {
  source: string;
  isType: boolean;
}

/** Whether an import vanishes when types are stripped. */
export function isTypeOnly(found: FoundImport): boolean {
  return found.isType;
}

/** Every static and dynamic import and re-export of a source text. */
export function readImports(text: string, file: string): FoundImport[] {
  const found: FoundImport[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const named = node.importClause?.namedBindings;
      const onlyTypeNames =
        !node.importClause?.name &&
        named &&
        ts.isNamedImports(named) &&
        named.elements.length > 0 &&
        named.elements.every((element) => element.isTypeOnly);
      found.push({
        source: node.moduleSpecifier.text,
        isType: Boolean(node.importClause?.isTypeOnly || onlyTypeNames),
      });
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      found.push({ source: node.moduleSpecifier.text, isType: node.isTypeOnly });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteral(argument)) found.push({ source: argument.text, isType: false });
    }
    ts.forEachChild(node, visit);
  };
  visit(
    ts.createSourceFile(
      file,
      text,
      ts.ScriptTarget.Latest,
      true,
      file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    ),
  );
  return found;
}

/** Everything that is imported from some files on, at once or later; the contract imports nothing beyond itself. */
export function reachedFrom(root: string, entries: readonly string[]): string[] {
  const reached = new Set<string>();
  const next = [...entries];
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (reached.has(file) || file.startsWith("contract/") || !existsSync(path.join(root, file))) continue;
    reached.add(file);
    for (const found of readImports(readFileSync(path.join(root, file), "utf8"), file))
      if (found.source.startsWith(".") && !isTypeOnly(found))
        next.push(path.posix.normalize(path.posix.join(path.posix.dirname(file), found.source)));
  }
  return [...reached];
}
