import { useState } from "react";

interface Choice<Value> {
  value: Value;
}

/**
 * What a person has chosen, from the click on until the server has answered; then `actual` is shown again. A mutation's
 * own `isPending` comes a moment after the click, and until then React puts a controlled box back.
 */
export function useShownChoice<Value>(actual: Value): [Value, (value: Value, call: Promise<unknown>) => void] {
  const [choice, setChoice] = useState<Choice<Value>>();
  const choose = (value: Value, call: Promise<unknown>) => {
    const mine = { value };
    setChoice(mine);
    // A later choice waits for its own answer.
    const end = () => setChoice((now) => (now === mine ? undefined : now));
    call.then(end, end);
  };
  return [choice ? choice.value : actual, choose];
}
