import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPCClient } from "../../lib/api/trpc.tsx";

interface Rename {
  id: string;
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
  const mutationFn = async ({ id, title }: Rename) => {
    const { version } = await client.page.get.query({ id });
    return client.page.update.mutate({ params: { id }, body: { title }, version });
  };
  return useMutate<{ id: string }, Error, Rename>({ mutationFn }, { refreshes: ["page", "change"], ...options });
}
