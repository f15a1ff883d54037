/** Reads a game's JSON Schema into a form: what is asked, in which words, with which choices. */

export type OptionValue = string | number | boolean;
export type Options = { [name: string]: OptionValue | Options };

export interface Choice {
  value: OptionValue;
  label: string;
}

export interface ChoiceField {
  kind: "choice";
  name: string;
  title: string;
  description: string;
  choices: readonly Choice[];
  /** A text of one's own beside the choices, where the schema allows one. */
  custom: { label: string; description: string; pattern: RegExp } | null;
}

/** Several named values that are chosen together, such as the pairs of a Fischer clock. */
export interface PairField {
  kind: "pair";
  title: string;
  choices: readonly { label: string; values: Options }[];
}

export interface GroupField {
  kind: "group";
  name: string;
  title: string;
  description: string;
  fields: readonly Field[];
}

export type Field = ChoiceField | PairField | GroupField;

type Schema = { readonly [key: string]: unknown };

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function schemas(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isValue(value: unknown): value is OptionValue {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** The fields of a schema's properties. Those without a choice to make are left out. */
export function fieldsOf(schema: Schema, root: Schema = schema): Field[] {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const pair = pairOf(schema, properties);
  const paired = new Set(pair?.choices.flatMap((choice) => Object.keys(choice.values)));
  const fields: Field[] = [];
  for (const [name, property] of Object.entries(properties)) {
    if (!isSchema(property) || paired.has(name)) continue;
    const field = fieldOf(name, { ...target(property, root), ...property }, root);
    if (field !== null) fields.push(field);
  }
  return pair === null ? fields : [...fields, pair];
}

function target(property: Schema, root: Schema): Schema {
  const name = /^#\/\$defs\/(.+)$/.exec(text(property.$ref))?.[1];
  const found = name !== undefined && isSchema(root.$defs) ? root.$defs[name] : undefined;
  return isSchema(found) ? found : {};
}

function fieldOf(name: string, property: Schema, root: Schema): Field | null {
  const words = { name, title: text(property.title) || name, description: text(property.description) };
  if (isSchema(property.properties)) return { kind: "group", ...words, fields: fieldsOf(property, root) };
  const offered = schemas(property.oneOf);
  const choices = offered.flatMap((choice): Choice[] =>
    isValue(choice.const) ? [{ value: choice.const, label: text(choice.title) || String(choice.const) }] : [],
  );
  const free = offered.find((choice) => typeof choice.pattern === "string");
  const custom =
    free === undefined
      ? null
      : { label: text(free.title), description: text(free.description), pattern: new RegExp(text(free.pattern), "u") };
  return choices.length > 1 || custom !== null ? { kind: "choice", ...words, choices, custom } : null;
}

/** `anyOf` with titles names the sets of values that go together. */
function pairOf(schema: Schema, properties: Schema): PairField | null {
  const choices = schemas(schema.anyOf).flatMap((branch) => {
    if (!isSchema(branch.properties)) return [];
    const values: Options = {};
    for (const [name, property] of Object.entries(branch.properties)) {
      if (isSchema(property) && isValue(property.const)) values[name] = property.const;
    }
    return [{ label: text(branch.title), values }];
  });
  if (choices.length === 0) return null;
  const names = Object.keys(choices[0]?.values ?? {});
  const titles = names.map((name) => (isSchema(properties[name]) ? text(properties[name].title) : name));
  return { kind: "pair", title: titles.join(" + "), choices };
}

/** Which of a clock's options its kind uses; the others mean nothing then and are not shown. */
export function isRelevant(field: Field, options: Options): boolean {
  const control = isOptions(options.timeControl) ? options.timeControl : options;
  const kind = isOptions(options.timeControl) || "kind" in options ? control.kind : options.timeControl;
  if (field.kind === "pair") return kind === "fischer";
  switch (field.name) {
    case "perMoveSec":
    case "timeoutPolicy":
      return kind === "perMove";
    case "idleLimitSec":
      return kind === "none";
    default:
      return true;
  }
}

export function isOptions(value: OptionValue | Options | undefined): value is Options {
  return typeof value === "object";
}

/** What is chosen, in words: for those who only read the options. */
export function told(fields: readonly Field[], options: Options): { title: string; value: string }[] {
  return fields
    .filter((field) => isRelevant(field, options))
    .flatMap((field) => {
      if (field.kind === "group") {
        const inner = options[field.name];
        return isOptions(inner) ? told(field.fields, inner) : [];
      }
      if (field.kind === "pair") return [{ title: field.title, value: chosenPair(field, options)?.label ?? "" }];
      const value = options[field.name];
      const label = field.choices.find((choice) => choice.value === value)?.label;
      return [{ title: field.title, value: label ?? String(value) }];
    });
}

export function chosenPair(field: PairField, options: Options) {
  return field.choices.find(({ values }) => Object.entries(values).every(([name, value]) => options[name] === value));
}
