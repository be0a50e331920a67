/** How the fields of a catalogue are asked for and told. */
import type { FieldMessages } from '../errors.ts'
import { formatDate, formatDateTime } from '../format/format.ts'
import { withLabel } from '../format/sentence.ts'
import type { Field, SelectorModel } from '../screens/field-models.ts'
import type { Catalogue, FieldFacts } from './facts.ts'

/** What a view says of a field beside its name: where it stands, and what holds on this screen alone. */
type Layout = { [K in keyof Omit<Field, 'selector'>]?: NonNullable<Field[K]> } & { selector?: Partial<SelectorModel> }

/** How views name the fields of the record they show, as the local `facts`. */
export interface Facts {
  has(name: string): boolean
  /** @throws Error for a field that the catalogue does not have */
  label(name: string): string
  /**
   * The control of a field with its value in a record (null: a new one), as `views/platform/field.ejs` takes it.
   * @throws Error for a field that the catalogue does not have
   */
  control(name: string, record: object | null, layout?: Layout): Field
}

const optionsOf = ({ options }: FieldFacts): Field['options'] =>
  options && Object.entries(options).map(([value, label]) => ({ value, label }))

function valueOf({ kind }: FieldFacts, value: unknown): Field['value'] {
  if (kind === 'date') return formatDate(value as string | null)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/** What a view may ask of a catalogue. */
export function factsOf(catalogue: Catalogue): Facts {
  const fact = (name: string): FieldFacts => {
    const found = Object.hasOwn(catalogue, name) ? catalogue[name] : undefined
    if (!found) throw new Error(`no field '${name}' in the catalogue of this record`)
    return found
  }
  return {
    has: (name) => Object.hasOwn(catalogue, name),
    label: (name) => fact(name).label,
    control: (name, record, { selector, ...layout }: Layout = {}): Field => {
      const field = fact(name)
      const { kind, label, maxlength, min, max, required } = field
      const options = optionsOf(field)
      return {
        kind,
        name,
        label,
        value: valueOf(field, (record as Record<string, unknown> | null)?.[name]),
        ...(maxlength === undefined ? {} : { maxlength }),
        ...(kind === 'number' ? { min, max } : {}),
        ...(required ? { required } : {}),
        ...(options ? { options } : {}),
        ...(field.record === undefined ? {} : { selector: { type: field.record, chosen: [], ...selector } }),
        ...layout,
      } as Field
    },
  }
}

/** Of a record without a catalogue. */
export const NO_FACTS = factsOf({})

/** The messages about fields of a record with their labels in them; of other fields the browser knows them (P-187). */
export const nameFields = (fields: FieldMessages, facts: Facts): FieldMessages =>
  Object.fromEntries(
    Object.entries(fields).map(([name, messages]) => [
      name,
      facts.has(name) ? messages.map((message) => withLabel(message, facts.label(name))) : messages,
    ]),
  )

/** A value in words, for lines that only tell; what is empty is the empty string. */
export function inWords(field: FieldFacts, value: unknown): string {
  const { kind, options } = field
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((item) => inWords(field, item)).join(', ')
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nee'
  if (value instanceof Date) return formatDateTime(value)
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
  if (options) return options[text] ?? text
  return kind === 'date' ? formatDate(text) : text
}

/** Tells fields of a record as label → value in words, as the file about a person does. */
export const told =
  <C extends Catalogue>(catalogue: C) =>
  (record: Partial<Record<keyof C, unknown>>, ...names: (keyof C & string)[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [catalogue[name]!.label, inWords(catalogue[name]!, record[name])]))
