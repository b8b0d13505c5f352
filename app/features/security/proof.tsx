import type { UseMutationOptions } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from "react";
import type { SecurityOverview } from "../../../contract/security/security.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf } from "../../lib/api/trpc.tsx";
import { ProofDialog } from "./proof-dialog.tsx";

type Ask = (next: () => void) => void;
const ProofContext = createContext<Ask | undefined>(undefined);

type Ways = Pick<SecurityOverview, "hasPassword" | "totp" | "passkeys">;

/** Lets what is below ask for a fresh proof of who sits here. */
export function ProofProvider({ ways, children }: { ways: Ways; children: ReactNode }) {
  const [next, setNext] = useState<() => void>();
  const ask = useMemo<Ask>(() => (then) => setNext(() => then), []);
  const close = () => setNext(undefined);
  const proceed = () => {
    close();
    next?.();
  };
  return (
    <ProofContext.Provider value={ask}>
      {children}
      <ProofDialog open={next !== undefined} ways={ways} onClose={close} onProved={proceed} />
    </ProofContext.Provider>
  );
}

/** Runs something after its person has proved who they are. */
export function useProof(): Ask {
  const ask = useContext(ProofContext);
  if (!ask) throw new Error("useProof needs a ProofProvider above it");
  return ask;
}

/** A write that the portal may want a proof for: it is asked for then, and the write tried again. */
export function useProvenMutate<Result, Failure extends { message: string }, Input>(
  mutation: UseMutationOptions<Result, Failure, Input>,
  options: Parameters<typeof useMutate<Result, Failure, Input>>[1],
) {
  const ask = useProof();
  const asked = useRef<Input>(undefined);
  const write = useMutate(mutation, {
    ...options,
    onRefused: (error) => {
      if (problemOf(error)?.problem !== "unconfirmed") return options.onRefused?.(error) ?? false;
      ask(() => write.mutate(asked.current as Input));
      return true;
    },
  });
  return {
    ...write,
    mutate: (input: Input) => {
      asked.current = input;
      write.mutate(input);
    },
  };
}
