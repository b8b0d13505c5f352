import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import type { PageType } from "../../../contract/records/record-types.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";

/** Remembers that this person has opened a record; nothing is said when that fails. */
export function useRecent(type: PageType, id: string | undefined): void {
  const { mutate } = useMutation(useTRPC().recent.touch.mutationOptions());
  useEffect(() => {
    if (id) mutate({ type, id });
  }, [type, id, mutate]);
}
