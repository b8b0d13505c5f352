import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPCClient } from "../../lib/api/trpc.tsx";

interface Rename {
  /** Of a page that is only being created, a promise. */
  id: string | Promise<string>;
  title: string;
}

interface RenameOptions {
  success?: string;
  onSuccess?: () => void;
  onRefused: (error: unknown) => boolean;
}

/** Gives a page another title, whatever else of it has changed since it was read. */
export function useRename(options: RenameOptions) {
  const client = useTRPCClient();
  const mutationFn = async ({ id, title }: Rename) => client.page.rename.mutate({ id: await id, body: { title } });
  return useMutate<{ id: string }, Error, Rename>({ mutationFn }, { refreshes: ["page", "change"], ...options });
}
