import { sql } from 'kysely'
import { type Viewer, may, viewerFor } from '../access/viewer.ts'
import { sqlState } from '../database/transaction.ts'
import type { Trx } from '../database/types.ts'
import { violationText } from '../database/violation.ts'
import { Forbidden, HttpError, NotFound } from '../errors.ts'
import type { RecordRef } from '../screens/models.ts'
import type { Services } from '../services.ts'
import { conflictsOf } from './conflicts.ts'
import { type RowChange, netChanges, rowKey } from './net-changes.ts'
import { type RowName, type Told, restorings } from './points.ts'
import { NotPutBack, putBack } from './put-back.ts'
import { type Tables, keptTables } from './tables.ts'
import { moreTold, toldNow } from './told.ts'
import { claim } from './undoable.ts'
import { type Unit, unitsOf } from './units.rules.ts'
import { subjectsOf } from './subjects.ts'
import { holdMails, leftMails, withdrawJobs, withdrawMails } from './withdrawing.ts'

/** What undoing came to. */
export interface Undone {
  /** What was given back, and what the save had announced with it. */
  records: RecordRef[]
  /** How many records were given back. */
  given: number
  /** How many were not. */
  refused: number
  /** Why, of each of those as far as anybody reads on: 'Jan Jansen is daarna gewijzigd door Els Bakker'. */
  reasons: string[]
  /** Mails of the save that were kept from leaving. */
  withdrawn: number
  /** Those that had left already. */
  sent: number
  /** What goes by itself because of it. */
  told: Told[]
  /** Mails that had left to records that are not there any more, which nothing tells of it. */
  untold: number
}

/** What is given back, without what follows from it. */
function leading({ registry }: Services, changes: RowChange[]): RowChange[] {
  const following = new Set(
    registry
      .all(restorings)
      .flatMap(({ follows }) => follows?.(changes) ?? [])
      .map(rowKey),
  )
  return changes.filter((change) => !following.has(rowKey(change)))
}

/** Of so many records that stay as they are it is told why. */
const EXPLAINED = 200

interface Undoing {
  viewer: Viewer
  services: Services
  set: number
  tables: Tables
}

/**
 * Takes back what one save changed, with the jobs and mails that wait: each record with what hangs on it whole or not at
 * all, by the rights and rules of this moment (rulings 10.5).
 * @throws NotFound or HttpError (409) when the save is none of the viewer's, of longer ago, or undone; Forbidden without
 *   the right by which it was made
 */
export async function undo(trx: Trx, services: Services, viewer: Viewer, set: number): Promise<Undone> {
  const made = await claim(trx, viewer, set)
  const area = services.registry.areas.get(made.area)
  if (!area || !may(viewer, area, made.right)) throw new Forbidden()
  const undoing = { viewer: viewerFor(viewer, area, made.right), services, set, tables: await keptTables(trx) }
  const changes = leading(services, await netChanges(trx, set))
  await lockForModules(trx, undoing, changes)
  const toldBefore = await toldNow(trx, services.registry, changes)
  const left = await leftMails(trx, newRecords(services, changes))
  const held = await holdMails(trx, set)
  const wholes = await wholesOf(trx, undoing, changes)
  const units = unitsOf(changes, undoing.tables.references, services.registry.all(restorings), wholes)
  const refusals = await giveBack(trx, undoing, units)
  const mails = await withdrawMails(trx, services, set, held, await subjectsOf(trx, [...refusals.keys()].flat()))
  // What was queued for a record that stays has to be done; of one that went it finds nothing to do.
  if (refusals.size === 0) await withdrawJobs(trx, set)
  const explained = [...refusals].slice(0, EXPLAINED)
  const nameOf = await namesOf(
    trx,
    services,
    explained.map(([unit]) => unit),
  )
  const reasons: string[] = []
  for (const [unit, why] of explained) reasons.push(`${await nameOf(unit)} ${why}`)
  const given = units.filter((unit) => !refusals.has(unit))
  const records = given.length === 0 ? [] : distinct([...recordsOf(given.flat()), ...made.announced])
  const untold = newRecords(services, given.flat()).reduce(
    (sum, { type, id }) => sum + (left.get(`${type} ${id}`) ?? 0),
    0,
  )
  const told = moreTold(toldBefore, await toldNow(trx, services.registry, changes))
  return { records, given: given.length, refused: refusals.size, reasons, ...mails, told, untold }
}

const distinct = (records: RecordRef[]): RecordRef[] => [
  ...new Map(records.map((record) => [`${record.type} ${record.id}`, record])).values(),
]
const recordsOf = (changes: RowChange[]): RecordRef[] => distinct(changes.flatMap(({ record }) => record ?? []))

/** Records that came themselves, not what came to others. */
const newRecords = ({ registry }: Services, changes: RowChange[]): RecordRef[] => {
  const tableOf = new Map(registry.recordTypes().map(({ type, table }) => [type, table]))
  return recordsOf(
    changes.filter(
      ({ kind, id, table, record }) => kind === 'created' && record?.id === id && tableOf.get(record.type) === table,
    ),
  )
}

async function lockForModules(trx: Trx, { services }: Undoing, changes: RowChange[]): Promise<void> {
  for (const { table, lock } of services.registry.all(restorings)) {
    const rows = changes.filter((change) => change.table === table)
    if (rows.length > 0) await lock?.(trx, rows, services.registry)
  }
}

/** What modules say that rows of the set are part of. */
async function wholesOf(trx: Trx, { services }: Undoing, changes: RowChange[]): Promise<[RowName, RowName][]> {
  const wholes: [RowName, RowName][] = []
  for (const { table, partOf } of services.registry.all(restorings)) {
    const rows = changes.filter((change) => change.table === table)
    if (rows.length === 0 || !partOf) continue
    for (const [id, whole] of await partOf(trx, rows)) wholes.push([{ table, id }, whole])
  }
  return wholes
}

/** Gives back all units that can be; what cannot is answered with why. */
async function giveBack(trx: Trx, undoing: Undoing, units: Unit[]): Promise<Map<Unit, string>> {
  const conflicts = await conflictsOf(trx, undoing.tables, units.flat(), undoing.set)
  const refused = new Map<Unit, string>()
  for (const unit of units) {
    const why = unit.map((change) => conflicts.get(rowKey(change))).find(Boolean)
    if (why) refused.set(unit, why)
  }
  const free = units.filter((unit) => !refused.has(unit))
  // All at once, as hundreds of one save mostly go; one by one only where one of them cannot.
  const together = free.length === 0 ? null : await tryUnits(trx, undoing, free)
  if (together === null) return refused
  if (free.length === 1) return refused.set(free[0]!, together)
  for (const unit of free) {
    const why = await tryUnits(trx, undoing, [unit])
    if (why !== null) refused.set(unit, why)
  }
  return refused
}

/** @returns null when they are back, else why they are not */
async function tryUnits(trx: Trx, undoing: Undoing, units: Unit[]): Promise<string | null> {
  let why = ''
  for (const order of ['goes first', 'goes last'] as const) {
    await sql`savepoint unit`.execute(trx)
    try {
      await assertOwn(trx, undoing, units.flat(), 'deleted')
      await putBack(trx, undoing.tables, units.flat(), order)
      await assertOwn(trx, undoing, units.flat(), 'created')
      await judge(trx, undoing, units.flat())
      await sql`release savepoint unit`.execute(trx)
      return null
    } catch (error) {
      await sql`rollback to savepoint unit`.execute(trx)
      why = await reasonOf(trx, error, undoing)
      // A rule says the same in whatever order rows are written.
      if (error instanceof HttpError) break
    }
  }
  return why
}

const UNDEFINED_COLUMN = '42703'

/** @throws the error itself when it is no refusal */
async function reasonOf(trx: Trx, error: unknown, { services }: Undoing): Promise<string> {
  if (error instanceof NotOwn) return 'hoort niet (meer) bij wat u mag wijzigen'
  if (error instanceof HttpError) return `kan niet terug: ${error.message}`
  if (error instanceof NotPutBack) return 'hangt samen met iets dat daarna is gewijzigd'
  // Raised by a trigger, or a constraint.
  const state = sqlState(error)
  if (state === UNDEFINED_COLUMN) return 'is gewijzigd voordat het programma werd bijgewerkt'
  if (!state?.startsWith('23') && state !== 'P0001') throw error
  const known = services.registry.constraints[(error as { constraint?: string }).constraint ?? '']
  return known
    ? `kan niet terug: ${await violationText(known, { db: trx, registry: services.registry }, error)}`
    : 'kan niet terug: de plaats, naam of het nummer is intussen vergeven'
}

/** What a rule of a module does not find says nothing about rights. */
class NotOwn extends NotFound {}

/** @throws NotOwn when a record lies outside what the viewer may see now; those that are not there now are left out */
async function assertOwn(
  trx: Trx,
  { viewer, services: { registry } }: Undoing,
  changes: RowChange[],
  absent: RowChange['kind'],
): Promise<void> {
  const types = new Set(registry.recordTypes().map(({ type }) => type))
  const there = recordsOf(changes.filter(({ kind, record }) => kind !== absent && types.has(record?.type ?? '')))
  for (const [type, records] of Map.groupBy(there, (record) => record.type))
    await registry.assertVisible(trx, viewer, type, ...records.map(({ id }) => id)).catch((error: unknown) => {
      throw error instanceof NotFound ? new NotOwn() : error
    })
}

async function judge(trx: Trx, { viewer, services, set }: Undoing, changes: RowChange[]): Promise<void> {
  for (const { table, judge: judgeRows } of services.registry.all(restorings)) {
    const rows = changes.filter((change) => change.table === table)
    if (rows.length > 0) await judgeRows?.(trx, rows, { viewer, services, set })
  }
}

/** What each of these units is about, by the name of one of its records that is there; names of a type are asked together. */
async function namesOf(trx: Trx, { registry }: Services, units: Unit[]): Promise<(unit: Unit) => Promise<string>> {
  const types = new Map(registry.recordTypes().map((type) => [type.type, type]))
  const names = new Map<string, Map<number, string>>()
  for (const [type, records] of Map.groupBy(recordsOf(units.flat()), (record) => record.type)) {
    const found = await types.get(type)?.names?.(
      trx,
      records.map(({ id }) => id),
    )
    if (found) names.set(type, found)
  }
  return async (unit) => {
    const records = recordsOf(unit)
    for (const record of records) {
      const type = types.get(record.type)
      if (!type) continue
      const name = names.get(type.type)?.get(record.id)
      if (name !== undefined) return name
      if (!type.names && (await exists(trx, type.table, record.id))) return (await registry.describe(trx, record)).name
    }
    const first = records[0]
    return first ? `${types.get(first.type)?.label.one ?? first.type} ${first.id}` : 'Een van de bestanden'
  }
}

async function exists(trx: Trx, table: string, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where id = ${id}`.execute(trx)
  return rows.length > 0
}
