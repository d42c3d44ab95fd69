// Inputs with a label, a hint and an error message, for sighted users and for screen readers.
import { useId } from "react";
import type { ReactNode } from "react";

export interface FieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** The attributes that connect an input with its hint and its error. */
interface Ties {
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

function ties(id: string, { hint, error }: Omit<FieldProps, "label">): Ties {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return { ...(ids ? { "aria-describedby": ids } : {}), ...(error ? { "aria-invalid": true } : {}) };
}

interface Framed extends FieldProps {
  children: (ids: Ties & { id: string }) => ReactNode;
}

/** A label above the input, then the hint and the error. The input gets the attributes that connect it with them. */
export function Field({ label, hint, error, children }: Framed) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, ...ties(id, { hint, error }) })}
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
}

function Notes({ id, hint, error }: { id: string; hint: string | undefined; error: string | undefined }) {
  return (
    <>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </>
  );
}

interface TextProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  autoComplete?: string;
  autoFocus?: boolean;
  placeholder?: string;
  /** A secret: hide the characters. */
  type?: "password";
}

export function TextField({ label, hint, error, value, onChange, ...rest }: TextProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <input type="text" {...ids} {...rest} value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}

interface NumberProps extends FieldProps {
  /** The text as typed: while a user types, it may not be a number yet. */
  value: string;
  onChange: (value: string) => void;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | "any" | undefined;
  unit?: string | undefined;
}

export function NumberField({ label, hint, error, value, onChange, unit, ...rest }: NumberProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <span className="with-unit">
          <input
            type="number"
            inputMode={rest.step === "any" ? "decimal" : "numeric"}
            {...ids}
            {...rest}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {unit && <span className="unit">{unit}</span>}
        </span>
      )}
    </Field>
  );
}

interface SelectProps<T extends string> extends FieldProps {
  value: T;
  choices: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}

export function Select<T extends string>({ label, hint, error, value, choices, onChange }: SelectProps<T>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <select {...ids} value={value} onChange={(event) => onChange(event.target.value as T)}>
          {choices.map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A choice between a few values that are all visible. */
export function RadioGroup<T extends string>({ label, hint, error, value, choices, onChange }: SelectProps<T>) {
  const id = useId();
  return (
    // Only a `radiogroup` may be marked invalid; a plain group may not.
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: HTML allows this role on a fieldset.
    <fieldset className="field choice" role="radiogroup" aria-labelledby={`${id}-label`} {...ties(id, { hint, error })}>
      <legend id={`${id}-label`}>{label}</legend>
      <div className="segments">
        {choices.map(([choice, text]) => (
          <label key={choice} className="segment">
            <input type="radio" name={id} value={choice} checked={choice === value} onChange={() => onChange(choice)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
      <Notes id={id} hint={hint} error={error} />
    </fieldset>
  );
}

interface ToggleProps extends FieldProps {
  value: boolean;
  onChange: (value: boolean) => void;
}

export function Toggle({ label, hint, error, value, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className="field toggle">
      <label>
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox already has the state `checked`.
          role="switch"
          checked={value}
          {...ties(id, { hint, error })}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
}

/** Opens the details that hide invalid inputs, and focuses the first invalid input or the first match of `besides`. */
export function goToProblem(form: HTMLElement | null, besides: string): void {
  for (const hidden of form?.querySelectorAll('details:has([aria-invalid="true"])') ?? [])
    hidden.setAttribute("open", "");
  const first = form?.querySelector<HTMLElement>(`${besides}, [aria-invalid="true"]`);
  const choice = first?.querySelector<HTMLElement>("input:checked") ?? first?.querySelector<HTMLElement>("input");
  (choice ?? first)?.focus();
}
