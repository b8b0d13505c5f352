let refused = 0;

/** Counts input that a schema refuses, in this process and since its start. */
export function noteRefusedInput(): void {
  refused += 1;
}

export const refusedInputs = (): number => refused;
