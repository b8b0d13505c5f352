import { Component, type RefObject } from "react";

interface Position {
  card: HTMLElement;
  left: number;
  top: number;
}

interface FlipAnimationProps {
  /** Its changes are what moves cards. */
  board: unknown;
  /** Holds lists of elements with `data-card`, each list from top to bottom. */
  container: RefObject<HTMLElement | null>;
  /** The card that a hand has just put where it is. */
  dropped: RefObject<string>;
}

const timing = { duration: 250, easing: "cubic-bezier(0.2, 0, 0, 1)" };

/**
 * Animates cards to where they have moved (FLIP), whoever moved them; those who want no motion see them there at once, and
 * so does a hand that has just put one there. Only cards near the window are measured and animated, and where they were is
 * measured right before a change reaches the page, which only a class component is told of.
 */
export class FlipAnimation extends Component<FlipAnimationProps> {
  override getSnapshotBeforeUpdate(previous: FlipAnimationProps): Map<string, Position> | null {
    const { board, container } = this.props;
    const isStill = previous.board === board || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    return isStill || !container.current ? null : measureNearby(container.current);
  }

  override componentDidUpdate(_props: FlipAnimationProps, _state: unknown, before: Map<string, Position> | null): void {
    const container = this.props.container.current;
    if (!before || !container) return;
    const after = measureNearby(container);
    for (const [id, { card }] of before) {
      const moved = after.has(id) ? undefined : card.isConnected ? card : findCard(container, id);
      if (moved) after.set(id, measure(moved, container));
    }
    // All are measured before the first is animated: measuring after that has the browser lay out the page anew.
    for (const [id, { card, left, top }] of after) {
      const from = before.get(id);
      if (!from || id === this.props.dropped.current || (from.left === left && from.top === top)) continue;
      const transform = `translate(${from.left - left}px, ${from.top - top}px)`;
      card.animate([{ transform }, { transform: "none" }], timing);
    }
  }

  override render() {
    return null;
  }
}

/** The cards of each column from top to bottom. A selector would have the browser walk through all that is in them. */
function* columnsOf(container: HTMLElement): Generator<readonly Element[]> {
  for (const column of container.children) yield [...(column.querySelector("ul")?.children ?? [])];
}

/** The card of an entry, in whichever column of the container it is. */
export function findCard(container: HTMLElement, id: string): HTMLElement | undefined {
  for (const cards of columnsOf(container)) {
    for (const card of cards) if (card instanceof HTMLElement && card.dataset.card === id) return card;
  }
  return undefined;
}

/** Where the cards are that are in the window, or less than its height above or below, by their ids. */
function measureNearby(container: HTMLElement): Map<string, Position> {
  const height = window.innerHeight;
  const positions = new Map<string, Position>();
  for (const cards of columnsOf(container)) {
    for (const card of cards.slice(firstBelow(cards, -height))) {
      if (card.getBoundingClientRect().top > 2 * height) break;
      if (card instanceof HTMLElement && card.dataset.card) positions.set(card.dataset.card, measure(card, container));
    }
  }
  return positions;
}

/** The place of a card in its container, whatever either is scrolled by. */
function measure(card: HTMLElement, container: HTMLElement): Position {
  const [box, origin] = [card.getBoundingClientRect(), container.getBoundingClientRect()];
  return { card, left: box.left - origin.left + container.scrollLeft, top: box.top - origin.top };
}

/** The index of the first card that ends below a height; they stand one below the other. */
function firstBelow(cards: readonly Element[], top: number): number {
  let [low, high] = [0, cards.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cards[middle]?.getBoundingClientRect().bottom ?? 0) < top) low = middle + 1;
    else high = middle;
  }
  return low;
}
