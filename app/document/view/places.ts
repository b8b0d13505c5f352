/** Where a part of React stands inside the rendered text. */
export interface Place {
  id: string;
  kind: "code" | "diagram";
  /** The block that the server has written. */
  block: HTMLElement;
  host: HTMLElement;
  text: string;
}

/** Makes room beside each block of code and each diagram for what the portal adds to it. */
export function findPlaces(root: HTMLElement): Place[] {
  return [...root.querySelectorAll<HTMLElement>("pre[data-language], pre[data-mermaid]")].map((block, index) => {
    const kind = block.dataset.mermaid === undefined ? "code" : "diagram";
    return { id: `${kind}-${index}`, kind, block, host: hostBeside(block, kind), text: block.textContent ?? "" };
  });
}

/** The same text may be looked through again; a block keeps the room that it has. */
function hostBeside(block: HTMLElement, kind: Place["kind"]): HTMLElement {
  const parent = block.parentElement;
  if (parent?.dataset.place === kind) return parent.lastElementChild as HTMLElement;
  const around = document.createElement("div");
  around.dataset.place = kind;
  const host = document.createElement("div");
  host.className = kind === "code" ? "document-copy" : "document-diagram";
  block.replaceWith(around);
  around.append(block, host);
  return host;
}
