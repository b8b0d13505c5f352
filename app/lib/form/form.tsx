import { type ChangeEvent, useCallback, useEffect, useRef, useState } from "react";
import type { ZodType } from "zod";
import type { FieldProblems } from "../../../contract/problems.ts";
import { problemOf } from "../api/trpc.tsx";
import { clearDraft, readDraft, writeDraft } from "./draft.ts";

type Values = Record<string, unknown>;
/** A wrong field, or the first control of a group that is wrong as a whole. */
const firstWrong = "[aria-invalid=true], [data-invalid=true] :is(input, select, button)";
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface FormOptions<Fields extends Values> {
  /** From the contract, the same that the server checks by; a function where it comes later, and nothing is wrong till then. */
  schema: ZodType | (() => ZodType | undefined);
  /** Turns what the controls hold into what the schema checks; without it they are the same. */
  toInput?: (values: Fields) => unknown;
  /** What is stored now; fields that are not being edited follow it. */
  initial: Fields;
  /** Keeps edits over a reload of the tab; leave it out of every form with a password. */
  draftKey?: string;
}

/** State of a form: checks on blur and on submit, shows every wrong field, merges what the server refuses. */
export function useForm<Fields extends Values>({ schema, toInput, initial, draftKey }: FormOptions<Fields>) {
  const form = useRef<HTMLFormElement>(null);
  const { edits, setEdits, values, isDirty, latest } = useEdits(initial, draftKey);
  const [errors, setErrors] = useState<FieldProblems>({});
  const [refused, setRefused] = useState<FieldProblems>({});
  const [message, setMessage] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const afterPress = useAfterPress();
  const problems = (values: Fields) =>
    problemsOf(typeof schema === "function" ? schema() : schema, toInput ? toInput(values) : values);

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>(firstWrong)?.focus();
  }, [refusals]);

  const change = <Name extends keyof Fields & string>(name: Name, value: Fields[Name]) => {
    setEdits((now) => ({ ...now, [name]: value }));
    setErrors(({ [name]: _, ...others }) => others);
    setRefused(({ [name]: _, ...others }) => others);
  };

  const refuse = (wrong: FieldProblems, byServer: FieldProblems = {}) => {
    setErrors(wrong);
    setRefused(byServer);
    setRefusals((count) => count + 1);
  };

  // A rule over several fields may speak at another one than the one that was left; at an untouched one it waits.
  const check = (name: keyof Fields & string) =>
    afterPress(() => {
      const found = problems(latest.current.values);
      const isTouched = (other: string) => other === name || other in edits;
      setErrors((now) =>
        Object.fromEntries(Object.entries(found).filter(([other]) => isTouched(other) || other in now)),
      );
    });

  return {
    form,
    values,
    isDirty,
    /** Which fields hold something else than what is stored. */
    edited: () => Object.keys(edits).filter((name) => !isSame(edits[name], initial[name])),
    message,
    change,
    /** Says what is wrong with a field, as when it is left. */
    check,
    /** Says of a value what the server does, unless something else stands in the field by now. */
    refuseValue: (name: keyof Fields & string, value: unknown, message: string) => {
      if (isSame(latest.current.values[name], value)) setRefused((now) => ({ ...now, [name]: [message] }));
    },
    errorsOf: (name: keyof Fields & string) => errors[name] ?? refused[name] ?? [],
    /** The attributes of the control of a field. */
    control: (name: keyof Fields & string) => ({
      name,
      value: values[name] as string,
      onChange: (event: ChangeEvent<Control>) => change(name, event.target.value as Fields[typeof name]),
      onBlur: () => check(name),
    }),
    /** Whether everything is right; otherwise each wrong field says so and the first gets the focus. */
    isValid(): boolean {
      const fields = problems(values);
      setMessage(undefined);
      if (Object.keys(fields).length === 0) return true;
      refuse(fields);
      return false;
    },
    /** Shows what the server refused, as a whole where no field of the form is meant; false when it belongs into a toast. */
    showRefusal(error: unknown): boolean {
      const problem = problemOf(error);
      const fields = Object.entries(byField(Object.entries(problem?.fields ?? {})));
      const shown = fields.filter(([name]) => name in values);
      if (shown.length > 0) refuse({}, Object.fromEntries(shown));
      if (problem?.problem && shown.length === 0) setMessage(problem.message);
      return problem?.problem !== undefined || shown.length > 0;
    },
    /** Forgets what a save has stored: the edits that still hold what was sent. What was typed since stays unsaved. */
    forgetSent(sent: Partial<Fields>): void {
      const rest = typedSince(latest.current.edits, sent);
      const withoutStored = (problems: FieldProblems) =>
        Object.fromEntries(Object.entries(problems).filter(([name]) => name in rest || !(name in sent)));
      setEdits((now) => typedSince(now, sent));
      setErrors(withoutStored);
      setRefused(withoutStored);
      if (draftKey && Object.keys(rest).length === 0) clearDraft(draftKey);
    },
    /** Forgets every edit, and the draft with them. */
    reset: useCallback(() => {
      setEdits({});
      setErrors({});
      setRefused({});
      setMessage(undefined);
      if (draftKey) clearDraft(draftKey);
    }, [draftKey, setEdits]),
  };
}

/** What is edited on top of what is stored; a draft brings back the edits that a reload of the tab left behind. */
function useEdits<Fields extends Values>(initial: Fields, draftKey: string | undefined) {
  const [edits, setEdits] = useState<Partial<Fields>>({});
  const values: Fields = { ...initial, ...edits };
  const latest = useRef({ values, edits });
  useEffect(() => {
    latest.current = { values, edits };
  });
  const isDirty = Object.keys(edits).some((name) => !isSame(edits[name], initial[name]));
  const hasDraft = useRef(false);

  useEffect(() => {
    if (draftKey) setEdits((now) => ({ ...(readDraft(draftKey) as Partial<Fields>), ...now }));
  }, [draftKey]);

  useEffect(() => {
    if (!draftKey) return;
    if (isDirty) writeDraft(draftKey, edits);
    else if (hasDraft.current) clearDraft(draftKey);
    hasDraft.current = isDirty;
  }, [draftKey, edits, isDirty]);

  return { edits, setEdits, values, isDirty, latest };
}

function problemsOf(schema: ZodType | undefined, values: unknown): FieldProblems {
  const issues = schema?.safeParse(values).error?.issues ?? [];
  return byField(issues.map(({ path, message }) => [path.join("."), [message]]));
}

/** The server names what is wrong by its path in the input (`body.ips.0`), a form by the field alone (`ips`). */
function byField(problems: [path: string, sentences: string[]][]): FieldProblems {
  const fields: FieldProblems = {};
  for (const [path, sentences] of problems) {
    const [name = ""] = path.replace(/^(body|values|secrets)\./, "").split(".");
    fields[name] = [...new Set([...(fields[name] ?? []), ...sentences])];
  }
  return fields;
}

/** The edits that hold something else than what was sent. */
function typedSince<Fields extends Values>(edits: Partial<Fields>, sent: Partial<Fields>): Partial<Fields> {
  const others = Object.entries(edits).filter(([name, value]) => !(name in sent && isSame(value, sent[name])));
  return Object.fromEntries(others) as Partial<Fields>;
}

/** Values of controls are plain data, so that what they hold can be compared as text. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Returns a function that calls back at once, or, while a pointer is pressed, after its click. What appears between
 * press and release would move a button away from under the pointer.
 */
function useAfterPress(): (callback: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);

  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      setTimeout(() => {
        for (const callback of waiting.current.splice(0)) callback();
      });
    };
    window.addEventListener("pointerdown", press, true);
    window.addEventListener("pointerup", release, true);
    window.addEventListener("pointercancel", release, true);
    return () => {
      window.removeEventListener("pointerdown", press, true);
      window.removeEventListener("pointerup", release, true);
      window.removeEventListener("pointercancel", release, true);
    };
  }, []);

  return useCallback((callback) => {
    if (isPressed.current) waiting.current.push(callback);
    else callback();
  }, []);
}
