/** The part of the library that is used here; its own types need a Temporal that TypeScript does not know yet. */
declare module "rrule-temporal" {
  interface Occurrence {
    toPlainDate(): { toString(): string };
  }

  export class RRuleTemporal {
    constructor(options: { rruleString: string; maxIterations?: number });
    /** The first occurrence after a moment; null when there is none. Throws when it looks too long. */
    next(after: Date): Occurrence | null;
  }
}
