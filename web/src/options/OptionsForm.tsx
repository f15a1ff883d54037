/** A form made of a game's schema alone: no game has a form of its own. */

import { useId, useState } from "preact/hooks";
import { chosenPair, isOptions, isRelevant, type ChoiceField, type Field, type Options, type PairField } from "./schema";

interface FormProps {
  fields: readonly Field[];
  options: Options;
  onChange: (options: Options) => void;
}

export function OptionsForm({ fields, options, onChange }: FormProps) {
  return (
    <>
      {fields
        .filter((field) => isRelevant(field, options))
        .map((field) => {
          if (field.kind === "group") {
            const inner = options[field.name];
            return (
              <OptionsForm
                key={field.name}
                fields={field.fields}
                options={isOptions(inner) ? inner : {}}
                onChange={(changed) => onChange({ ...options, [field.name]: changed })}
              />
            );
          }
          if (field.kind === "pair") {
            return <PairChoice key={field.title} field={field} options={options} onChange={onChange} />;
          }
          return <OneChoice key={field.name} field={field} options={options} onChange={onChange} />;
        })}
    </>
  );
}

function OneChoice({ field, options, onChange }: { field: ChoiceField; options: Options; onChange: (options: Options) => void }) {
  const value = options[field.name];
  const custom = field.custom;
  const isCustom = custom !== null && !field.choices.some((choice) => choice.value === value);
  const set = (changed: Options[string]) => onChange({ ...options, [field.name]: changed });
  if (field.choices.length === 2 && field.choices.every((choice) => typeof choice.value === "boolean")) {
    return <Switch field={field} on={value === true} onChange={set} />;
  }
  return (
    <Radios
      title={field.title}
      description={field.description}
      choices={field.choices.map((choice) => ({ label: choice.label, chosen: choice.value === value, choose: () => set(choice.value) }))}
      more={
        custom && {
          label: custom.label,
          chosen: isCustom,
          choose: () => set("20+10"),
          below: isCustom && <CustomText custom={custom} text={String(value)} onChange={set} />,
        }
      }
    />
  );
}

function PairChoice({ field, options, onChange }: { field: PairField; options: Options; onChange: (options: Options) => void }) {
  const chosen = chosenPair(field, options);
  return (
    <Radios
      title={field.title}
      description=""
      choices={field.choices.map((choice) => ({
        label: choice.label,
        chosen: choice === chosen,
        choose: () => onChange({ ...options, ...choice.values }),
      }))}
      more={null}
    />
  );
}

interface RadioChoice {
  label: string;
  chosen: boolean;
  choose: () => void;
}

function Radios(props: {
  title: string;
  description: string;
  choices: readonly RadioChoice[];
  more: (RadioChoice & { below: preact.ComponentChildren }) | null;
}) {
  const name = useId();
  const about = useId();
  return (
    <fieldset class="option" aria-describedby={props.description === "" ? undefined : about}>
      <legend>{props.title}</legend>
      {props.description !== "" && (
        <p class="hint" id={about}>
          {props.description}
        </p>
      )}
      <div class="chips">
        {[...props.choices, ...(props.more === null ? [] : [props.more])].map((choice) => (
          <label class="chip" key={choice.label}>
            <input type="radio" name={name} checked={choice.chosen} onChange={choice.choose} />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
      {props.more?.below}
    </fieldset>
  );
}

function CustomText(props: { custom: NonNullable<ChoiceField["custom"]>; text: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(props.text);
  const id = useId();
  const wrong = !props.custom.pattern.test(text);
  return (
    <div class="custom">
      <label for={id}>{props.custom.description}</label>
      <input
        id={id}
        class="field"
        value={text}
        inputMode="text"
        aria-invalid={wrong}
        onInput={({ currentTarget }) => {
          const typed = currentTarget.value.trim();
          setText(typed);
          if (props.custom.pattern.test(typed)) props.onChange(typed);
        }}
      />
      {wrong && <p class="wrong">이렇게는 정할 수 없어요. 예: 20+10</p>}
    </div>
  );
}

function Switch({ field, on, onChange }: { field: ChoiceField; on: boolean; onChange: (on: boolean) => void }) {
  const about = useId();
  return (
    <label class="option switch">
      <span>
        <span class="switch-title">{field.title}</span>
        <span class="hint" id={about}>
          {field.description}
        </span>
      </span>
      <input type="checkbox" role="switch" checked={on} aria-describedby={about} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    </label>
  );
}
