import { cloneElement, isValidElement, type ReactElement, type ReactNode, type Ref } from "react";

type Props = Record<string, unknown>;
type Handler = (...args: unknown[]) => void;

/** The child with more props: its own win, of handlers and refs both are heard, its own first. */
export function withProps(child: ReactNode, more: Props, ref?: Ref<HTMLElement>): ReactNode {
  if (!isValidElement<Props>(child)) return child;
  const own = child.props;
  const merged: Props = { ...more };
  for (const name of Object.keys(own)) {
    const [first, second] = [own[name], more[name]];
    merged[name] = /^on[A-Z]/.test(name) && second ? both(first as Handler | undefined, second as Handler) : first;
  }
  const { ref: ownRef } = child as ReactElement & { ref?: Ref<HTMLElement> };
  if (ref) merged.ref = ownRef ? (element: HTMLElement | null) => fill([ownRef, ref], element) : ref;
  return cloneElement(child, merged);
}

function both(first: Handler | undefined, second: Handler): Handler {
  return (...args) => {
    first?.(...args);
    second(...args);
  };
}

function fill(refs: readonly Ref<HTMLElement>[], element: HTMLElement | null): void {
  for (const ref of refs) {
    if (typeof ref === "function") ref(element);
    else if (ref) (ref as { current: HTMLElement | null }).current = element;
  }
}
