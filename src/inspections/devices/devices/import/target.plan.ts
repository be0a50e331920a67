import type { Db, Trx } from '../../../../platform/database/types.ts'
import { findNamed } from '../../../../relations/importing/index.ts'
import type { Alike, ListedRow, ReadRow, Target } from '../../../../system/importing/index.ts'
import { type Owner, addDevice } from '../devices.commands.ts'
import { deviceFields } from '../devices.fields.ts'
import type { DeviceInput } from '../devices.forms.ts'
import { DEVICE_HEADINGS, readDevice } from './device-list.rules.ts'
import { type JudgedDevice, planImport } from './import.plan.ts'

/** A device of a list, whose it is, and which one it already is. */
type Input = DeviceInput & { owner: Owner; known: number | null }

const WHOSE = [['owner', /klant|debiteur|eigenaar|bedrijf|organisatie/i]] as const

async function read(db: Db | Trx, rows: readonly ListedRow[]): Promise<ReadRow<Input>[]> {
  const ownerOf = await findNamed(db, rows.flatMap(({ cells }) => cells.owner ?? [])) // prettier-ignore
  const whose = rows.map((row) => ({ row, owner: ownerOf(row.cells.owner ?? '') }))
  const judged = new Map<number, JudgedDevice>()
  const known = whose.flatMap(({ row, owner }) => ('why' in owner ? [] : [{ row, owner }]))
  for (const [, own] of Map.groupBy(known, ({ owner }) => `${owner.company_id} ${owner.contact_id}`)) {
    const listed = own.map(({ row }) => readDevice((column) => row.cells[column] ?? '', row.line))
    for (const one of await planImport(db, own[0]!.owner, listed)) judged.set(one.listed.line, one)
  }
  return whose.map(({ row, owner }) => readRow(row, owner, judged.get(row.line)))
}

function readRow({ line, cells }: ListedRow, owner: Owner | { why: string }, judged?: JudgedDevice): ReadRow<Input> {
  const row = { line, name: cells.name ?? '', filled: [], keys: [], input: null, why: '' }
  if ('why' in owner) return { ...row, why: owner.why }
  if (!judged || judged.state === 'known') return { ...row, input: judged ? knownInput(owner, judged) : null }
  if (judged.input === null) return { ...row, why: judged.why }
  const { serial_number, number } = judged.input
  const of = `${owner.company_id} ${owner.contact_id}`
  const keys = [...(serial_number ? [`s ${of} ${serial_number.toLowerCase()}`] : []), ...(number === null ? [] : [`n ${of} ${number}`])] // prettier-ignore
  return {
    ...row,
    filled: Object.keys(judged.input),
    keys,
    input: { ...judged.input, owner, known: null },
    ...(judged.why === '' ? {} : { doubt: judged.why }),
  }
}

/** One that is there already stays as it is: its own screen says more than a list. */
const knownInput = (owner: Owner, { id, listed }: JudgedDevice): Input => ({
  ...{
    owner,
    known: id,
    name: listed.name,
    number: null,
    description: null,
    device_category_id: null,
    product_id: null,
  },
  ...{ serial_number: null, brand: null, model: null, production_year: null, production_month: null, buy_date: null },
  ...{ installed_on: null, last_on: null, location_description: null, walking_route_number: null },
  ...{ replaces_device_id: null, calibration_days: null },
})

const alike = (_db: Db | Trx, rows: readonly ReadRow<Input>[]): Promise<Map<number, Alike[]>> =>
  Promise.resolve(
    new Map(
      rows.flatMap(
        ({ line, input }) =>
        input?.known ? [[line, [{ id: input.known, why: '', sure: true, version: 0, stored: {}, hidden: new Set(), guarded: {} }]]] : [], // prettier-ignore
      ),
    ),
  )

export const deviceTarget: Target<Input> = {
  name: 'devices',
  record: 'device',
  label: { one: 'apparaat', many: 'apparaten' },
  fields: deviceFields,
  headings: [...WHOSE, ...DEVICE_HEADINGS],
  labels: { owner: 'Klant (debiteurnummer of naam)', category: 'Categorie', produced: 'Productie' },
  needed: 'name',
  read,
  alike,
  add: ({ trx }, { owner, known: _known, ...input }) => addDevice(trx, owner, input),
  change: () => Promise.resolve(),
}
