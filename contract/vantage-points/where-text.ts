import { portalPoint } from "./vantage-points.ts";

/** A vantage point by its id and name, and whether it reaches what is checked. */
export interface Reaching {
  id: string;
  name: string;
  isReached: boolean;
}

const list = new Intl.ListFormat("de");

/** „von Helsinki und Frankfurt aus“, „vom Portal aus“, „vom Portal und von Helsinki aus“. */
function fromText(points: readonly Reaching[]): string {
  const names = points.filter(({ id }) => id !== portalPoint).map(({ name }) => name);
  const isPortal = names.length < points.length;
  const parts = [...(isPortal ? ["vom Portal"] : []), ...(names.length > 0 ? [`von ${list.format(names)}`] : [])];
  return `${parts.join(" und ")} aus`;
}

/** „von Helsinki aus nicht erreichbar, von Frankfurt aus ja“; undefined where all reach it. */
export function whereText(points: readonly Reaching[]): string | undefined {
  const unreached = points.filter(({ isReached }) => !isReached);
  const reached = points.filter(({ isReached }) => isReached);
  if (unreached.length === 0) return undefined;
  const down = `${fromText(unreached)} nicht erreichbar`;
  return reached.length > 0 ? `${down}, ${fromText(reached)} ja` : down;
}
