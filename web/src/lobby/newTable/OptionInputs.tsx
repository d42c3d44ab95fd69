// The inputs for game options; the type of each field decides its look.
import { RadioGroup, Field, NumberField, Select, TextField, Toggle } from "../../app/components/fields";
import { sentence } from "../../texts/sentence";
import { t } from "../../texts/t";
import type { OptionField } from "./schema";
import type { FormValue, FormValues } from "./values";
import { choiceKey, valueWords } from "./values";

interface OptionInputsProps {
  fields: readonly OptionField[];
  values: FormValues;
  onChange: (values: FormValues) => void;
  errorAt: (path: string) => string | undefined;
}

export function OptionInputs({ fields, values, onChange, errorAt }: OptionInputsProps) {
  return fields.map((field) => (
    <OptionInput
      key={field.path}
      field={field}
      value={values[field.name]}
      errorAt={errorAt}
      onChange={(value) => onChange({ ...values, [field.name]: value })}
    />
  ));
}

interface OptionInputProps {
  field: OptionField;
  value: FormValue | undefined;
  onChange: (value: FormValue) => void;
  errorAt: (path: string) => string | undefined;
}

function OptionInput({ field, value, onChange, errorAt }: OptionInputProps) {
  const labels = { label: field.label, hint: hintOf(field), error: errorAt(field.path) };
  const text = typeof value === "string" ? value : "";
  switch (field.kind) {
    case "switch":
      return <Toggle {...labels} value={value === true} onChange={onChange} />;
    case "choice":
      return <ChoiceInput field={field} value={text} labels={labels} onChange={onChange} />;
    case "number":
      return <NumberInput field={field} value={text} labels={labels} onChange={onChange} />;
    case "text":
      return (
        <TextField
          {...labels}
          value={text}
          onChange={onChange}
          {...(field.longest === undefined ? {} : { maxLength: field.longest })}
        />
      );
    case "list":
      return <TextField {...labels} value={text} onChange={onChange} />;
    case "group":
      return (
        <fieldset className="option-group">
          <legend>{field.label}</legend>
          {field.hint && <p className="hint">{field.hint}</p>}
          <div className="form-grid">
            <OptionInputs
              fields={field.fields}
              values={typeof value === "object" ? value : {}}
              onChange={onChange}
              errorAt={errorAt}
            />
          </div>
        </fieldset>
      );
    case "json":
      return (
        <Field {...labels}>
          {(ids) => <textarea {...ids} rows={3} value={text} onChange={(event) => onChange(event.target.value)} />}
        </Field>
      );
  }
}

interface FieldLabels {
  label: string;
  hint: string | undefined;
  error: string | undefined;
}

interface InputProps<K extends OptionField["kind"]> {
  field: OptionField & { kind: K };
  value: string;
  labels: FieldLabels;
  onChange: (value: FormValue) => void;
}

function ChoiceInput({ field, value, labels, onChange }: InputProps<"choice">) {
  const choices = field.values.map((choice) => [choiceKey(choice), valueWords(field, choice)] as const);
  const letters = choices.reduce((sum, [, words]) => sum + words.length, 0);
  const Input = choices.length <= 4 && letters <= 20 ? RadioGroup : Select;
  return <Input {...labels} value={value} choices={choices} onChange={onChange} />;
}

function NumberInput({ field, value, labels, onChange }: InputProps<"number">) {
  const unit = field.inMs ? 1000 : 1;
  return (
    <NumberField
      {...labels}
      value={value}
      min={field.min === undefined ? undefined : field.min / unit}
      max={field.max === undefined ? undefined : field.max / unit}
      step={field.isWhole && !field.inMs ? 1 : "any"}
      unit={field.inMs ? t("input-seconds") : undefined}
      onChange={onChange}
    />
  );
}

function hintOf(field: OptionField): string | undefined {
  const parts = [
    sentence(inSeconds(field)),
    rangeWords(field),
    field.canBeNull ? t("input-empty") : "",
    listWords(field),
  ];
  return parts.filter((part) => part !== "").join(" ") || undefined;
}

/** The description of a field, with milliseconds changed to seconds, because the form asks for seconds. */
function inSeconds(field: OptionField): string {
  return field.kind === "number" && field.inMs ? field.hint.replace(/,? in milliseconds/, "") : field.hint;
}

function rangeWords(field: OptionField): string {
  if (field.kind !== "number" || field.inMs || field.min === undefined || field.max === undefined) return "";
  return t("input-range", { least: field.min, most: field.max });
}

function listWords(field: OptionField): string {
  return field.kind === "list" ? t("input-list") : field.kind === "json" ? t("input-json-hint") : "";
}
