/** What goes wrong with an operation: a status instead of an answer, a connection that is cut, also midway, or no answer at all. */
export interface Disturbance {
  operation: string;
  how: number | "cut" | "midway" | "silent";
  /** How often, before it goes well again. */
  times: number;
  /** How often it goes well before. */
  spares?: number;
}

/** What a server does wrong for a while. */
export function openDisturbance() {
  let current: Disturbance | undefined;
  return {
    disturb: (disturbance: Disturbance | undefined) => {
      current = disturbance && { ...disturbance };
    },
    next(operation: string): Disturbance["how"] | undefined {
      if (current?.operation !== operation || current.times === 0) return undefined;
      if (current.spares) {
        current.spares -= 1;
        return undefined;
      }
      current.times -= 1;
      return current.how;
    },
  };
}
