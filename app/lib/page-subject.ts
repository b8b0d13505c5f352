import { useEffect } from "react";
import type { RecordKey } from "../../contract/records/record-types.ts";
import { createStore } from "./store.ts";

/** The record that a page is about. */
export type PageSubject = RecordKey & { title: string };

const subject = createStore<PageSubject | undefined>(undefined);

/** Says what the page is about for as long as the component is mounted. */
export function usePageSubject({ type, id, title }: PageSubject): void {
  useEffect(() => {
    const shown = { type, id, title };
    subject.set(shown);
    return () => {
      if (subject.read() === shown) subject.set(undefined);
    };
  }, [type, id, title]);
}

/** What the page on screen is about; undefined where that is no record. */
export const readPageSubject = (): PageSubject | undefined => subject.read();
