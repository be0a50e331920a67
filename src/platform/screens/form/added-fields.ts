import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import type { Area } from '../../access/rights.ts'
import { type Viewer, may } from '../../access/viewer.ts'
import type { Db, Trx } from '../../database/types.ts'
import { type FieldMessages, Invalid } from '../../errors.ts'
import { type Catalogue, labelWithUnit } from '../../fields/facts.ts'
import { type Facts, factsOf, inWords, nameFields } from '../../fields/shown.ts'
import { fieldMessages } from '../../forms/invalid.ts'
import { point } from '../../points.ts'
import type { Services } from '../../services.ts'
import type { AddedForm, AddedRow } from './field-models.ts'
import { assertFormRecords } from './form-records.ts'

type Values = Record<string, unknown>

/**
 * Fields that a module asks in the forms of somebody else's record, and tells in its popup. Their values stand in a table
 * of the giver, one row for each record, which the history reads with the record: `track(table, record, key)`.
 */
export interface AddedFields {
  record: string
  /** Who may change there is asked them, and who may view there is told them. */
  area: Area
  /** What stands above them in the form. */
  title: string
  fields: Catalogue
  controls?: Record<string, Parameters<Facts['control']>[2]>
  table: string
  /** Its column with the id of the record. */
  key: string
  /** Writes what differs from what is stored. @throws Invalid, by the names of its fields */
  save(trx: Trx, id: number, values: Values, viewer: Viewer): Promise<void>
}

/** In forms that say so (`takesFields`), such as those of `recordForms`. */
export const addedFields = point<AddedFields>('added fields')

/** The same with the types of its values. */
export const addsFields = <C extends Catalogue>(
  added: Omit<AddedFields, 'fields' | 'save'> & {
    fields: C
    save(trx: Trx, id: number, values: { [K in keyof C]: z.output<C[K]['parse']> }, viewer: Viewer): Promise<void>
  },
): AddedFields => added

/** Those of a record that the viewer may use. */
export const fieldsAddedTo = (
  { registry }: Services,
  viewer: Viewer,
  type: string,
  right: 'view' | 'change',
): AddedFields[] =>
  registry.offered(addedFields, viewer).filter(({ record, area }) => record === type && may(viewer, area, right))

/** What is stored, as JSON: null where there is no row. */
export const storedOf = ({ table, key }: AddedFields, id: number): RawBuilder<Values | null> =>
  sql<Values | null>`(select to_jsonb(a) from ${sql.table(table)} a where ${sql.ref(`a.${key}`)} = ${id})`

const stored = async (db: Db | Trx, added: AddedFields, id: number): Promise<Values> => {
  const { rows } = await sql<{ row: Values | null }>`select ${storedOf(added, id)} as row`.execute(db)
  return rows[0]!.row ?? {}
}

const recordsIn = (fields: Catalogue): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, { record }]) => (record === undefined ? [] : [[name, record]]))) // prettier-ignore

/** The record that a value names, with its address and its name. */
async function recordOf({ registry, db }: Services, type: string, id: number) {
  const { open, names } = registry.record(type)
  const label = (await names?.(db, [id]))?.get(id) ?? (await registry.describe(db, { type, id })).name
  return { id, label, url: open === null ? null : open.replace('{id}', String(id)) }
}

/** What the form of a record asks beside its own fields. @param id null for a new one */
export const addedForms = (services: Services, added: AddedFields[], id: number | null): Promise<AddedForm[]> =>
  Promise.all(
    added.map(async (given) => {
      const { title, table, fields, controls = {} } = given
      const row = id === null ? null : await stored(services.db, given, id)
      const facts = factsOf(fields)
      const asked = Object.entries(fields).map(async ([name, { record }]) => {
        const value = row?.[name]
        const chosen =
          record !== undefined && typeof value === 'number' ? [await recordOf(services, record, value)] : []
        const { selector, ...layout } = controls[name] ?? {}
        return facts.control(name, row, { ...layout, ...(record === undefined ? {} : { selector: { chosen, ...selector } }) }) // prettier-ignore
      })
      return { title, key: table, fields: await Promise.all(asked) }
    }),
  )

/** What the popup of a record tells of them. @param answered what the database has, in the same order */
export async function addedRows(
  services: Services,
  added: AddedFields[],
  answered: readonly unknown[] = [],
): Promise<AddedRow[]> {
  const rows = added.flatMap(({ fields }, i) =>
    Object.entries(fields).map(async ([name, field]): Promise<AddedRow[]> => {
      const value = (answered[i] as Values | null)?.[name] ?? null
      if (value === null || value === false) return []
      const label = labelWithUnit(field)
      if (field.record === undefined) return [{ label, text: inWords(field, value), url: null }]
      const named = await recordOf(services, field.record, value as number)
      return [{ label, text: named.label, url: named.url }]
    }),
  )
  return (await Promise.all(rows)).flat()
}

export interface AddedInput {
  /** What is wrong with it, by field, with the labels in it. */
  messages: FieldMessages
  save(trx: Trx, id: number, isNew: boolean): Promise<void>
}

const isAsked = ({ table, fields }: AddedFields, sent: Values): boolean =>
  [sent._added].flat().includes(table) || Object.keys(fields).some((name) => name in sent)

/** Reads what a form sent of them. Those that it does not have stay as they are. */
export function addedInput(services: Services, viewer: Viewer, added: AddedFields[], input: unknown): AddedInput {
  const sent = (input ?? {}) as Values
  const asked = added
    .filter((given) => isAsked(given, sent))
    .map((given) => {
      const parsers = Object.entries(given.fields).map(([name, { parse }]) => [name, parse] as const)
      return { given, read: z.object(Object.fromEntries(parsers)).safeParse(sent) }
    })
  return {
    messages: Object.assign(
      {},
      ...asked.map(({ given, read }) =>
        read.success ? {} : nameFields(fieldMessages(read.error), factsOf(given.fields)),
      ),
    ) as FieldMessages,
    save: async (trx, id, isNew) => {
      for (const { given, read } of asked)
        if (read.success)
          await saveAdded({ ...services, db: trx }, trx, viewer, given, { id, isNew, values: read.data })
    },
  }
}

/** Whoever saves the record's own fields has locked it; another editor of it meets this one by its version. */
async function saveAdded(
  services: Services,
  trx: Trx,
  viewer: Viewer,
  given: AddedFields,
  { id, isNew, values }: { id: number; isNew: boolean; values: Values },
): Promise<void> {
  const { registry } = services
  const { table } = registry.record(given.record)
  const row = await stored(trx, given, id)
  if (Object.entries(values).every(([name, value]) => (value ?? false) === (row[name] ?? false))) return
  await assertFormRecords(trx, { viewer, services, form: values }, recordsIn(given.fields))
  try {
    await given.save(trx, id, values, viewer)
  } catch (error) {
    throw error instanceof Invalid ? new Invalid(nameFields(error.fields, factsOf(given.fields))) : error
  }
  if (!isNew) await sql`update ${sql.table(table)} set version = version + 1 where id = ${id}`.execute(trx)
}
