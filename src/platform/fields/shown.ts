/** How the fields of a catalogue are shown in forms, messages and texts. */
import type { FieldMessages } from '../errors.ts'
import { durationInput, formatDuration } from '../format/duration.contract.ts'
import { formatDate, formatDateTime, formatTime } from '../format/format.ts'
import { withLabel } from '../format/sentence.ts'
import type { Field, SelectorModel } from '../screens/form/field-models.ts'
import { type Catalogue, type FieldFacts, labelWithUnit } from './facts.ts'

/** What a view adds to a field: its place, and what holds on this screen alone. */
type Layout = { [K in keyof Omit<Field, 'selector'>]?: NonNullable<Field[K]> } & { selector?: Partial<SelectorModel> }

/** How views name the fields of the record they show, as the local `facts`. */
export interface Facts {
  /** What a form calls the field at a path of its input, such as 'components.0.code'; null for none of this record. */
  asked(path: string): string | null
  /** @throws Error for a field that the catalogue does not have */
  label(name: string): string
  /**
   * The control of a field with its value in a record (null: a new one), as `views/platform/field.ejs` takes it.
   * @throws Error for a field that the catalogue does not have
   */
  control(name: string, record: object | null, layout?: Layout): Field
  /** Of the rows of a list. @throws Error for a field that is none */
  items(name: string): Facts
}

const optionsOf = ({ options }: FieldFacts): Field['options'] =>
  options && Object.entries(options).map(([value, label]) => ({ value, label }))

/** A duration is typed in hours and minutes, whatever it is kept in. */
const askedAs = (field: FieldFacts): string => (field.kind === 'duration' ? field.label : labelWithUnit(field))

function valueOf({ kind }: FieldFacts, value: unknown): Field['value'] {
  if (kind === 'date') return formatDate(value as string | null)
  if (kind === 'duration') return typeof value === 'number' ? durationInput(value) : null
  if (value instanceof Date) return `${formatDate(value)} ${formatTime(value)}`
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
    asked: (path) => {
      const [name = '', row, ...rest] = path.split('.')
      const field =
        Object.values(catalogue).find(({ asked }) => asked === name) ??
        (Object.hasOwn(catalogue, name) ? catalogue[name] : undefined)
      if (!field) return null
      return row === undefined || !field.items ? askedAs(field) : factsOf(field.items).asked(rest.join('.'))
    },
    label: (name) => fact(name).label,
    items: (name) => {
      const { items } = fact(name)
      if (!items) throw new Error(`field '${name}' is no list`)
      return factsOf(items)
    },
    control: (name, record, { selector, ...layout }: Layout = {}): Field => {
      const field = fact(name)
      const { kind, maxlength, min, max, required } = field
      const options = optionsOf(field)
      return {
        kind: kind === 'duration' ? 'text' : kind,
        name: field.asked ?? name,
        label: askedAs(field),
        value: valueOf(field, (record as Record<string, unknown> | null)?.[name]),
        ...(maxlength === undefined ? {} : { maxlength }),
        ...(kind === 'number' ? { min, max } : {}),
        ...(field.decimal ? { inputmode: 'decimal' as const } : {}),
        ...(required ? { required } : {}),
        ...(options ? { options } : {}),
        ...(field.record === undefined
          ? {}
          : { selector: { type: field.record, chosen: [], required: required ?? false, ...selector } }),
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
    Object.entries(fields).map(([path, messages]) => {
      const label = facts.asked(path)
      return [path, label === null ? messages : messages.map((message) => withLabel(message, label))]
    }),
  )

/** A value in words, for lines that only tell; what is empty is the empty string. */
export function inWords(field: FieldFacts, value: unknown): string {
  const { kind, options, unit } = field
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((item) => inWords(field, item)).join(', ')
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nee'
  if (value instanceof Date) return formatDateTime(value)
  if (kind === 'duration') return formatDuration(Number(value))
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
  if (options) return options[text] ?? text
  if (unit !== undefined) return `${text} ${unit}`
  return kind === 'date' ? formatDate(text) : text
}

/** Tells fields of a record as label → value in words, as the file about a person does. */
export const told =
  <C extends Catalogue>(catalogue: C) =>
  (record: Partial<Record<keyof C, unknown>>, ...names: (keyof C & string)[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [catalogue[name]!.label, inWords(catalogue[name]!, record[name])]))
