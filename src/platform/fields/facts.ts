/**
 * The field catalogue: what is true of a field of a record wherever it is shown, asked for or told. A record type hands
 * its catalogue to the registry; forms, lists, the history, merging and the file about a person read it. It holds facts
 * alone: no layout, no SQL and no rules between fields.
 */
import type * as z from 'zod'
import type { FieldKind } from '../screens/form/field-models.ts'

export interface FieldFacts<Parse extends z.ZodType = z.ZodType> {
  /** What people read: 'Mobiel'. */
  label: string
  /** Beside what one control asks for: minutes typed as '8:00', and a list of rows that consist of `items`. */
  kind: FieldKind | 'duration' | 'list'
  /** Reads what a form sent, within the limits below. */
  parse: Parse
  /** What forms call it, where that is not the name of its column. */
  asked?: string
  /** Characters. */
  maxlength?: number
  min?: number
  max?: number
  required?: boolean
  /** What the values are called, for kinds that choose. */
  options?: Readonly<Record<string | number, string>>
  /** The record type whose id the field holds. */
  record?: string
  /** What a number counts: 'minuten', 'personen'. */
  unit?: string
  /** A number that may have decimals, typed as text: a phone offers digits and a comma. */
  decimal?: boolean
  /** What each row of a list consists of. */
  items?: Catalogue
  /** Says something about a person, and goes when that person is anonymised. */
  personal?: boolean
}

/** Column → its facts, in the order in which people read them. */
export type Catalogue = Readonly<Record<string, FieldFacts>>

/** What a field is called where its bare value stands: 'Geldigheid in maanden'. */
export const labelWithUnit = ({ label, unit }: FieldFacts): string =>
  unit === undefined ? label : `${label} in ${unit}`

/** A catalogue with the fields of its lists in it, by their own names; a name of the record itself goes first. */
export function flattened(catalogue: Catalogue): Catalogue {
  const ofLists = Object.values(catalogue).flatMap(({ items = {} }) => Object.entries(flattened(items)))
  return Object.fromEntries([...Object.entries(catalogue), ...ofLists, ...Object.entries(catalogue)])
}

/** The fields that say nothing about a person, by name. */
export const impersonal = (catalogue: Catalogue): string[] =>
  Object.entries(catalogue).flatMap(([name, { personal }]) => (personal ? [] : [name]))

/**
 * The parsers of some fields, as the shape of a form.
 * @example z.object(parsersOf(contactFields, 'phone', 'mobile_phone'))
 */
export function parsersOf<C extends Catalogue, Name extends keyof C & string>(
  catalogue: C,
  ...names: Name[]
): { [K in Name]: C[K]['parse'] } {
  return Object.fromEntries(names.map((name) => [name, catalogue[name]!.parse])) as { [K in Name]: C[K]['parse'] }
}

/** The parsers of all its fields. */
export const everyParserOf = <C extends Catalogue>(catalogue: C): { [K in keyof C & string]: C[K]['parse'] } =>
  parsersOf(catalogue, ...(Object.keys(catalogue) as (keyof C & string)[]))
