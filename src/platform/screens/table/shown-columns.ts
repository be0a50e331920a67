/** Columns that somebody may ask for, by what they show: most are a field of the table, as its catalogue tells it. */
import { type Expression, sql } from 'kysely'
import type { Viewer } from '../../access/viewer.ts'
import type { Catalogue, FieldFacts } from '../../fields/facts.ts'
import { formatDate, formatDateTime, formatMoney, formatNumber } from '../../format/format.ts'
import type { Cell, ColumnModel } from '../models.ts'
import { askedColumn } from './table-columns.ts'

interface Way {
  kind?: ColumnModel['kind']
  cell: (value: never, viewer: Viewer) => Cell
}

const text = { cell: (value: string | null) => value }
const date = { cell: (value: Date | string | null) => formatDate(value) }
const datetime = { cell: (value: Date | null) => formatDateTime(value) }
const yesNo = { cell: (holds: boolean) => (holds ? 'Ja' : 'Nee') }

/** How values are shown, those of most kinds of fields by the name of the kind. */
const WAYS = {
  text,
  textarea: { ...text, kind: 'long' },
  date,
  datetime,
  switch: yesNo,
  email: { cell: (mail: string | null) => (mail ? { text: mail, mail } : null) },
  tel: { cell: (tel: string | null) => (tel ? { text: tel, tel } : null) },
  /** A number as it is, which a file has as a number. */
  number: { kind: 'num', cell: (value: number | null) => value },
  /** The number of a record. */
  id: { kind: 'num', cell: (id: number | null) => (id === null ? null : String(id)) },
  /** With points between its thousands. */
  count: { kind: 'num', cell: (count: number | null) => (count === null ? null : formatNumber(count)) },
  money: { kind: 'num', cell: (cents: number) => formatMoney(cents) },
} satisfies Record<string, Way>

type As = keyof typeof WAYS | Way['cell']

type More = Pick<Parameters<typeof askedColumn>[0], 'edit' | 'hiddenAs' | 'kind' | 'label' | 'when'> & {
  /** Otherwise than its kind in the catalogue. */
  as?: As
  /** What it reads, where that is not the column of its name. */
  of?: Expression<unknown> | ((viewer: Viewer) => Expression<unknown>)
}
/** What nothing else tells of a column that is no field. */
type NoField = More & { label: string; as: As }

function wayOf(as: As | undefined, fact: FieldFacts | undefined): Way {
  if (typeof as === 'function') return { cell: as }
  if (as === undefined && fact?.options)
    return { cell: (value: string | number | null) => (value === null ? null : (fact.options?.[value] ?? null)) }
  return (WAYS as Partial<Record<string, Way>>)[as ?? fact?.kind ?? ''] ?? text
}

/**
 * The short forms of the columns of a table that somebody may ask for.
 * @param fields its catalogue, which tells their names and of what kind they are
 */
export function columnsOf<Fields extends Catalogue>(table: string, fields: Fields = {} as Fields) {
  const shown = <Field extends string>(
    field: Field,
    ...[more]: Field extends keyof Fields ? [more?: More] : [more: NoField]
  ) => {
    const { as, of = sql.ref(`${table}.${field}`), label = fields[field]?.label, ...rest }: More = more ?? {}
    const { kind, cell } = wayOf(as, fields[field])
    return askedColumn<never>({
      ...(kind ? { kind } : {}),
      ...(label === undefined ? {} : { label }),
      ...rest,
      field,
      asks: (viewer) => (typeof of === 'function' ? of(viewer) : of) as Expression<never>,
      cell,
    })
  }
  /** The name of the record whose id the field holds. */
  const named = (field: string, other: string, name: string, more: Omit<More, 'as' | 'of'> = {}) =>
    shown<string>(field, {
      label: fields[field]?.label ?? '',
      ...more,
      as: 'text',
      of: sql`(select named.${sql.ref(name)} from ${sql.table(other)} named where named.id = ${sql.ref(`${table}.${field}`)})`,
    })
  /** When its records were added. */
  const added = shown<string>('created_at', { label: 'Toegevoegd op', as: 'date' })
  return { shown, named, added }
}
