import { useEffect, useMemo } from "react";
import type { ZodType } from "zod";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { lazyModule, preload } from "../../ui/overlays/lazy-module.ts";

/** The schemas weigh half of a form's page, so they come after it. */
const schemas = lazyModule(() => import("./form-schema.ts"));

/** The schema of a record type as soon as it has arrived. */
export async function loadFormSchema(type: RecordType): Promise<ZodType> {
  return (await schemas.load()).formSchema(type);
}

export interface FormSchema {
  /** What the server checks a record of this type by; nothing until it has arrived. */
  read: () => ZodType | undefined;
  /** Calls back when it can be read: at once where it can be, and where it cannot be fetched too, since the server checks. */
  whenRead: (callback: () => void) => void;
}

/** Fetches what a form checks by once it is shown. */
export function useFormSchema(type: RecordType): FormSchema {
  useEffect(() => preload(schemas), []);
  return useMemo(
    () => ({
      read: () => schemas.read()?.formSchema(type),
      whenRead: (callback) => {
        if (schemas.read()) callback();
        else schemas.load().then(callback, callback);
      },
    }),
    [type],
  );
}
