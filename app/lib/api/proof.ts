import { createContext, useContext } from "react";
import { problemOf } from "./trpc.tsx";

/** Asks who sits here to prove it; false when they would rather not. */
export type AskForProof = () => Promise<boolean>;

const ProofContext = createContext<AskForProof | undefined>(undefined);
export const ProofContextProvider = ProofContext.Provider;

/** How to ask for a proof; undefined where nothing can ask. */
export const useProof = () => useContext(ProofContext);

/** Whether a call was refused for want of a recent proof. */
export const isUnproven = (error: unknown) => problemOf(error)?.problem === "unconfirmed";
