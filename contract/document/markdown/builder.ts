import { cleanDocument } from "../clean.ts";
import type { DocumentJson, DocumentNode } from "../json.ts";

type Mark = NonNullable<DocumentNode["marks"]>[number];

/**
 * A document while it is written from front to back. Containers are opened and closed; what is left open is closed
 * with what holds it, so that broken markup costs no words. Where something may stand is settled at the end.
 */
export class DocumentBuilder {
  readonly #root: DocumentNode = { type: "doc", content: [] };
  readonly #open: { node: DocumentNode; tag: string }[] = [{ node: this.#root, tag: "" }];
  #marks: { mark: Mark; tag: string }[] = [];

  /** How many containers are open, for `closeTo`. */
  get depth(): number {
    return this.#open.length;
  }

  get top(): DocumentNode {
    return this.#open.at(-1)?.node ?? this.#root;
  }

  open(node: DocumentNode, tag = ""): void {
    const opened = { ...node, content: [] };
    this.top.content?.push(opened);
    this.#open.push({ node: opened, tag });
  }

  /** Closes the last container of this tag and all that lies in it; without such a one, nothing happens. */
  close(tag: string, within: number): void {
    const index = this.#open.findLastIndex((open) => open.tag === tag);
    if (index >= within) this.closeTo(index);
  }

  closeTo(depth: number): void {
    this.#open.length = Math.max(1, depth);
  }

  isInside(type: string): boolean {
    return this.#open.some(({ node }) => node.type === type);
  }

  mark(mark: Mark, tag: string = mark.type): void {
    this.#marks.push({ mark, tag });
  }

  unmark(tag: string): void {
    const index = this.#marks.findLastIndex((mark) => mark.tag === tag);
    if (index >= 0) this.#marks.splice(index, 1);
  }

  clearMarks(): void {
    this.#marks = [];
  }

  text(text: string): void {
    if (text) this.add({ type: "text", text });
  }

  add(node: DocumentNode): void {
    // The innermost of two links is meant; marks are a set.
    const marks = new Map(this.#marks.map(({ mark }) => [mark.type, mark]));
    this.top.content?.push(marks.size ? { ...node, marks: [...marks.values()] } : node);
  }

  finish(): DocumentJson {
    return cleanDocument(this.#root);
  }
}
