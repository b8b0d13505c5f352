/** What became of a text: its normal form, or a German sentence that says what is wrong with it. */
export type Reading<Value = string> = { value: Value } | { problem: string };
