import { TaskItem, TaskList } from "@tiptap/extension-list";
import type { Node } from "@tiptap/pm/model";
import type { Tokens } from "marked";
import { matching, oneOf, unused, whole } from "../attribute-rules.ts";
import type { Arranger, Block, MarkdownWriter, NodeSpec } from "../block.ts";
import { element } from "../html.ts";
import type { DocumentNode } from "../json.ts";
import type { DocumentBuilder } from "../markdown/builder.ts";
import { isToken } from "../markdown/tokens.ts";

type List = "bulletList" | "orderedList" | "taskList";
type Item = "listItem" | "taskItem";

const isItem = (node: Node) => node.type.name === "listItem" || node.type.name === "taskItem";

/** A check box that may stand for a task, so that both are done together. */
const LinkedTaskItem = TaskItem.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      task: {
        default: null,
        // The line that is begun below it is another matter.
        keepOnSplit: false,
        parseHTML: (element) => element.getAttribute("data-task"),
        renderHTML: ({ task }) => ({ "data-task": task }),
      },
    };
  },
});

/** Points, numbered points and tasks. */
export const lists: Block = {
  nodes: {
    bulletList: {
      arrange: fitList("bulletList"),
      runsInto: "bullets",
      html: { tag: "ul" },
      markdown: (node, writer) => writeItems(node, writer, () => "- "),
      render: (node, { blocks }) => element("ul", {}, blocks(node)),
    },
    orderedList: {
      attributes: { start: whole(0, 999_999_999, 1), type: unused },
      arrange: fitList("orderedList"),
      runsInto: "numbers",
      html: { tag: "ol", attributes: ({ start }) => ({ start: start === 1 ? null : start }) },
      markdown: (node, writer) => writeItems(node, writer, (index) => `${Number(node.attrs?.start) + index}. `),
      render: (node, { blocks }) =>
        element("ol", { start: node.attrs.start === 1 ? null : node.attrs.start }, blocks(node)),
    },
    listItem: {
      ...item("listItem", "bulletList"),
      html: { tag: "li" },
      render: (node, { blocks }) => element("li", {}, blocks(node)),
    },
    taskList: {
      extension: TaskList,
      arrange: fitList("taskList"),
      runsInto: "bullets",
      html: { tag: "ul", attributes: () => ({ "data-task-list": "" }) },
      markdown: (node, writer) =>
        writeItems(node, writer, (_index, { attrs }) => (attrs?.checked ? "- [x] " : "- [ ] ")),
      render: (node, { blocks }) => element("ul", { "data-task-list": true }, blocks(node)),
    },
    taskItem: {
      ...item("taskItem", "taskList"),
      extension: LinkedTaskItem.configure({ nested: true }),
      attributes: { checked: oneOf([true, false], false), task: matching(/^[\w-]{1,64}$/, null) },
      html: { tag: "li", attributes: ({ checked, task }) => ({ "data-checked": checked, "data-task": task }) },
      render: (node, { blocks }) => {
        const isDone = node.attrs.checked === true;
        const label = isDone ? "Erledigt" : "Offen";
        const tick = element("span", { "data-tick": true, role: "img", "aria-label": label }, "");
        const linked = { "data-checked": String(isDone), "data-task": node.attrs.task };
        return element("li", linked, tick + element("div", {}, blocks(node)));
      },
    },
  },
  tokens: {
    list: (list, { builder, blocks }) => {
      if (!isToken("list", list)) return false;
      const depth = builder.depth;
      let isTasks: boolean | undefined;
      for (const each of list.items) {
        if (each.task !== isTasks) {
          builder.closeTo(depth);
          builder.open(listOf(list, each));
          isTasks = each.task;
        }
        builder.open(
          each.task ? { type: "taskItem", attrs: { checked: each.checked === true } } : { type: "listItem" },
        );
        blocks(each.tokens);
        builder.closeTo(depth + 1);
      }
      builder.closeTo(depth);
      return true;
    },
  },
  containers: {
    ul: (attributes) => ({ type: "data-task-list" in attributes ? "taskList" : "bulletList" }),
    ol: ({ start }) => ({ type: "orderedList", attrs: { start: start === undefined ? 1 : Number(start) } }),
    li: (attributes) =>
      "data-checked" in attributes
        ? {
            type: "taskItem",
            attrs: { checked: attributes["data-checked"] === "true", task: attributes["data-task"] ?? null },
          }
        : { type: "listItem" },
  },
  elements: {
    input: (attributes, { builder }) => {
      if (attributes.type !== "checkbox") return false;
      turnIntoTask(builder, "checked" in attributes);
      return true;
    },
  },
};

function item(type: Item, list: List): Pick<NodeSpec, "arrange" | "loose"> {
  return {
    arrange: (children, attributes, { blocksOf, create }) => {
      const blocks = blocksOf(children);
      const begin = blocks[0]?.type.name === "paragraph" ? [] : [create("paragraph", null)];
      return [create(type, attributes, [...begin, ...blocks])];
    },
    loose: { kind: type, wrap: (parts, arranger) => fitList(list)(parts, {}, arranger) },
  };
}

function fitList(list: List): NonNullable<NodeSpec["arrange"]> {
  const type = list === "taskList" ? "taskItem" : "listItem";
  return (children: Node[], attributes, { create, gather }: Arranger) => {
    const items = gather(children, isItem, type).map((node) =>
      node.type.name === type ? node : create(type, null, node.content),
    );
    return items.length ? [create(list, attributes, items)] : [];
  };
}

function listOf(list: Tokens.List, { task }: Tokens.ListItem): DocumentNode {
  if (task) return { type: "taskList" };
  return list.ordered ? { type: "orderedList", attrs: { start: Number(list.start) } } : { type: "bulletList" };
}

/** A list item whose text begins with a checkbox is a task. */
function turnIntoTask(builder: DocumentBuilder, checked: boolean): void {
  const { node, parent } = builder.findOpen("listItem") ?? {};
  if (!node || !parent?.type.endsWith("List")) return;
  Object.assign(node, { type: "taskItem", attrs: { checked } });
  Object.assign(parent, { type: "taskList", attrs: undefined });
}

const indent = (text: string, by: string) => text.replace(/\n(?=[^\n])/g, `\n${by}`);

function writeItems(
  list: DocumentNode,
  { block, blocks }: MarkdownWriter,
  marker: (index: number, item: DocumentNode) => string,
): string {
  const items = list.content ?? [];
  const isTight = items.every(
    ({ content = [] }) => content.length < 2 || (content.length === 2 && isNested(content[1])),
  );
  const written = items.map((each, index) => {
    const begin = marker(index, each);
    const text = isTight ? (each.content ?? []).map(block).join("\n") : blocks(each);
    return begin + indent(text, " ".repeat(begin.replace(/\[.\] $/, "").length));
  });
  return written.join(isTight ? "\n" : "\n\n");
}

/** A list that may follow the words of its item without an empty line. */
const isNested = (node: DocumentNode | undefined) =>
  node?.type === "bulletList" || node?.type === "taskList" || (node?.type === "orderedList" && node.attrs?.start === 1);
