import { type Transaction, XmlElement, XmlFragment, XmlText } from "yjs";
import { documentSchema } from "./extensions.ts";

/**
 * Gives each line that a transaction has made, or emptied of everything, an empty text of its own. Two people who begin
 * it at once then write into one text; left to themselves the bindings make one each, merge the two when somebody
 * writes on, and lose or double what the other wrote meanwhile.
 */
export function beginTexts({ changed, beforeState }: Transaction): void {
  for (const type of changed.keys()) {
    if (isEmptyLine(type)) type.insert(0, [new XmlText()]);
    visit(type, (made) => {
      const clock = beforeState.get(made._item?.id.client ?? -1) ?? 0;
      return (made._item?.id.clock ?? 0) >= clock;
    });
  }
}

function visit(type: unknown, isNew: (element: XmlElement) => boolean): void {
  if (!(type instanceof XmlFragment)) return;
  for (const child of type.toArray()) {
    if (!(child instanceof XmlElement) || !isNew(child)) continue;
    if (isEmptyLine(child)) child.insert(0, [new XmlText()]);
    else visit(child, () => true);
  }
}

const isEmptyLine = (type: unknown): type is XmlElement =>
  type instanceof XmlElement && type.length === 0 && documentSchema.nodes[type.nodeName]?.isTextblock === true;
