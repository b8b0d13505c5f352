import { type ReactNode, useCallback, useRef, useState } from "react";
import { type AskForProof, ProofContextProvider } from "../../lib/api/proof.ts";
import { lazyModule, useOpenedModule } from "../../ui/overlays/lazy-module.ts";

const proofDialog = lazyModule(() => import("./proof-dialog.tsx"));

interface Question {
  answer: Promise<boolean>;
  resolve: (isProved: boolean) => void;
}

/** Lets every write below it ask for a recent proof of who sits here, by one dialog. */
export function ProofProvider({ children }: { children: ReactNode }) {
  const question = useRef<Question>();
  const [isOpen, setIsOpen] = useState(false);
  const ask = useCallback<AskForProof>(() => {
    question.current ??= newQuestion();
    setIsOpen(true);
    return question.current.answer;
  }, []);
  const answer = (isProved: boolean) => {
    setIsOpen(false);
    question.current?.resolve(isProved);
    question.current = undefined;
  };
  const module = useOpenedModule(proofDialog, { isOpen, setOpen: (next) => (next ? setIsOpen(true) : answer(false)) });
  return (
    <ProofContextProvider value={ask}>
      {children}
      {module && <module.ProofDialog open={isOpen} onClose={() => answer(false)} onProved={() => answer(true)} />}
    </ProofContextProvider>
  );
}

function newQuestion(): Question {
  let resolve: Question["resolve"] = () => undefined;
  const answer = new Promise<boolean>((done) => {
    resolve = done;
  });
  return { answer, resolve };
}
