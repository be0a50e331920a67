import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { today } from '../../../../platform/format/zone.ts'
import type { Owner } from '../devices.commands.ts'
import type { DeviceInput } from '../devices.forms.ts'
import type { ListedDevice } from './device-list.rules.ts'

/** What becomes of a line: a new device, one that is there already, or what somebody decides. */
export type ImportState = 'new' | 'known' | 'doubt'

export interface JudgedDevice {
  listed: ListedDevice
  state: ImportState
  /** Why it is no new device as it stands. */
  why: string
  category: string | null
  /** Of one that is there already. */
  id: number | null
  /** What is added when it is; null where nothing can be made of it. */
  input: DeviceInput | null
}

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')

const plainKey = (one: { name: string; brand: string | null; model: string | null; place: string | null }): string =>
  [one.name, one.brand, one.model, one.place].map((text) => keyOf(text ?? '')).join('|')

interface KnownRow {
  id: number
  serial: string | null
  number: number
  name: string
  brand: string | null
  model: string | null
  place: string | null
}

interface Known {
  categories: { id: number; name: string; key: string }[]
  serials: Map<string, number>
  numbers: Map<number, number>
  /** Those without a serial number, by all that tells them apart. */
  plain: Map<string, number>
}

async function readKnown(db: Db | Trx, { company_id, contact_id }: Owner): Promise<Known> {
  const [categories, { rows }] = await Promise.all([
    db.selectFrom('device_categories').select(['id', 'name']).orderBy('id').execute(),
    sql<KnownRow>`select id, serial_number as serial, number, name, brand, model, location_description as place from devices
      where ${company_id === null ? sql`contact_id = ${contact_id}` : sql`company_id = ${company_id}`}`.execute(db),
  ])
  return {
    categories: categories.map((one) => ({ ...one, key: keyOf(one.name) })),
    serials: new Map(rows.flatMap(({ id, serial }) => (serial === null ? [] : [[keyOf(serial), id] as const]))),
    numbers: new Map(rows.map(({ id, number }) => [number, id])),
    plain: new Map(rows.flatMap((row) => (row.serial === null ? [[plainKey(row), row.id] as const] : []))),
  }
}

/** The category that a list means: of that name, or the only one that begins or ends like it. */
function categoryFor(text: string, { categories }: Known) {
  const key = keyOf(text)
  if (key === '') return null
  const same = categories.find((one) => one.key === key)
  if (same) return same
  const stem = key.replace(/(en|s)$/, '')
  const alike = categories.filter((one) => one.key.includes(stem) || (one.key.length > 4 && stem.includes(one.key)))
  return alike.length === 1 ? alike[0]! : null
}

const inputOf = (listed: ListedDevice, categoryId: number | null): DeviceInput => ({
  number: listed.number,
  name: listed.name,
  description: listed.description || null,
  device_category_id: categoryId,
  product_id: null,
  serial_number: listed.serial_number || null,
  brand: listed.brand || null,
  model: listed.model || null,
  production_year: listed.production_year,
  production_month: listed.production_month,
  buy_date: listed.buy_date,
  installed_on: null,
  last_on: listed.last_on !== null && listed.last_on <= today() ? listed.last_on : null,
  location_description: listed.location_description || null,
  walking_route_number: listed.walking_route_number,
  replaces_device_id: null,
  calibration_days: null,
})

/** What comes of a list for this customer: one function for the preview that shows it and the save that does it. */
export async function planImport(
  db: Db | Trx,
  owner: Owner,
  devices: readonly ListedDevice[],
): Promise<JudgedDevice[]> {
  const known = await readKnown(db, owner)
  const serials = new Set<string>()
  const numbers = new Set<number>()
  const judgeOne = (listed: ListedDevice): JudgedDevice => {
    const category = categoryFor(listed.category, known)
    const about = { listed, category: category?.name ?? null, id: null }
    if (listed.name === '')
      return { ...about, state: 'doubt', why: 'Zonder naam gaat deze regel niet mee.', input: null }
    const serial = keyOf(listed.serial_number)
    if (serial !== '' && known.serials.has(serial)) return { ...about, state: 'known', why: 'Dit serienummer is er al.', id: known.serials.get(serial)!, input: null } // prettier-ignore
    const doubts = [...listed.remarks]
    if (serial !== '' && serials.has(serial)) doubts.push('Dit serienummer staat twee keer in de lijst.')
    if (serial === '' && listed.number !== null && known.numbers.has(listed.number)) return { ...about, state: 'known', why: 'Dit nummer is er al.', id: known.numbers.get(listed.number)!, input: null } // prettier-ignore
    const plain = serial === '' && listed.number === null ? known.plain.get(plainKey({ ...listed, place: listed.location_description })) : undefined // prettier-ignore
    if (plain !== undefined) return { ...about, state: 'known', why: 'Dit apparaat is er al.', id: plain, input: null }
    const isTaken = listed.number !== null && (known.numbers.has(listed.number) || numbers.has(listed.number))
    if (isTaken) doubts.push(`Nummer ${listed.number} is al van een ander apparaat; het krijgt het volgende.`)
    if (listed.category !== '' && category === null) doubts.push(`Categorie ‘${listed.category.slice(0, 40)}’ is niet bekend; het komt er zonder.`) // prettier-ignore
    if (listed.last_on !== null && listed.last_on > today()) doubts.push('De laatste keuring ligt in de toekomst; die telt niet mee.') // prettier-ignore
    if (serial !== '') serials.add(serial)
    if (listed.number !== null) numbers.add(listed.number)
    const input = inputOf(isTaken ? { ...listed, number: null } : listed, category?.id ?? null)
    return { ...about, state: doubts.length > 0 ? 'doubt' : 'new', why: doubts.join(' '), input }
  }
  return devices.map(judgeOne)
}
