/** From rows of cells to devices, each with what is in doubt about it. */
import { placesOf } from '../../../../platform/files/list-rows.rules.ts'
import { dayIn } from '../../../../platform/forms/listed-days.ts'
import { deviceFields } from '../devices.fields.ts'

const COLUMNS = [
  'number',
  'name',
  'category',
  'serial_number',
  'brand',
  'model',
  'produced',
  'buy_date',
  'location_description',
  'walking_route_number',
  'last_on',
  'description',
] as const
type Column = (typeof COLUMNS)[number]

/** By what a heading is known; the narrower one is, the earlier it is looked for. */
export const DEVICE_HEADINGS: [Column, RegExp][] = [
  ['serial_number', /serie|serial|s\/n|sn\b/i],
  ['last_on', /laatste?|gekeurd|vorige/i],
  ['produced', /product(ie|ion)|bouwjaar|fabricage|\bjaar\b/i],
  ['buy_date', /aankoop|aanschaf|gekocht/i],
  ['walking_route_number', /route|volgnr|volgnummer/i],
  ['location_description', /plaats|locatie|ruimte|plek|waar/i],
  ['category', /categorie|soort|groep/i],
  ['brand', /merk|fabrikant/i],
  ['model', /type|model/i],
  ['description', /opmerking|toelichting|notitie/i],
  ['number', /nummer|\bnr\b|code|id\b/i],
  ['name', /naam|apparaat|omschrijving|artikel|toestel|middel/i],
]

export const COLUMN_NAMES = [
  'Naam',
  'Nummer',
  'Categorie',
  'Serienummer',
  'Merk',
  'Type',
  'Productie',
  'Aankoopdatum',
  'Plaats',
  'Looproute',
  'Laatst gekeurd',
  'Opmerking',
] as const

/** One line as it was read; null where its cell says nothing of the kind. Days are ISO. */
export interface ListedDevice {
  line: number
  name: string
  number: number | null
  category: string
  serial_number: string
  brand: string
  model: string
  production_year: number | null
  production_month: number | null
  buy_date: string | null
  last_on: string | null
  location_description: string
  walking_route_number: number | null
  description: string
  /** What of it could not be read, as sentences. */
  remarks: string[]
}

const FIRST_YEAR = 1900
const LAST_YEAR = 2200
const asYear = (text: string): number | null => {
  const year = Number(text)
  return year >= FIRST_YEAR && year <= LAST_YEAR ? year : null
}

/** '2019', '03-2019', '2019-03' and '14-03-2019'; a list that says a day tells the month. */
export function producedIn(typed: string): { year: number; month: number | null } | null {
  const text = typed.trim()
  if (/^\d{4}$/.test(text)) {
    const year = asYear(text)
    return year === null ? null : { year, month: null }
  }
  const day = dayIn(text)
  const [, a = '', b = ''] = /^(\d{1,2})[-/.](\d{4})$/.exec(text) ?? []
  const [, c = '', d = ''] = /^(\d{4})[-/.](\d{1,2})$/.exec(text) ?? []
  const [year, month] = day !== null ? [asYear(day.slice(0, 4)), Number(day.slice(5, 7))] : a ? [asYear(b), Number(a)] : [asYear(c), Number(d)] // prettier-ignore
  return year === null || month < 1 || month > 12 ? null : { year, month }
}

const whole = (typed: string, most: number): number | null => {
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN
  return number >= 1 && number <= most ? number : null
}

/** Which column holds what, by its headings; null for a list without them. */
function columnsOf(rows: string[][]): Map<Column, number> | null {
  const places = placesOf(rows[0] ?? [], DEVICE_HEADINGS)
  // 'Type' alone is what a thing is called.
  if (!places.has('name') && places.has('model')) places.set('name', places.get('model')!)
  return places.has('name') && places.size >= 2 ? places : null
}

/** @returns the devices, and how many columns were recognised; null for a list without headings that say what is what */
export function readDevices(rows: string[][]): { devices: ListedDevice[]; columns: number } | null {
  const places = columnsOf(rows)
  if (places === null) return null
  const devices = rows
    .slice(1)
    .map((row, i) => readDevice((column) => row[places.get(column) ?? -1]?.trim() ?? '', i + 2))
  return { devices, columns: places.size }
}

export function readDevice(cell: (column: Column) => string, line: number): ListedDevice {
  const remarks: string[] = []
  const read = <T>(column: Column, parse: (typed: string) => T | null, what: string): T | null => {
    const typed = cell(column)
    if (typed === '') return null
    const value = parse(typed)
    if (value === null) remarks.push(`${what} ‘${typed.slice(0, 30)}’ is niet te lezen.`)
    return value
  }
  const produced = read('produced', producedIn, 'Productie')
  return {
    line,
    name: cell('name').slice(0, 120),
    number: read('number', (typed) => whole(typed, 999_999_999), deviceFields.number.label),
    category: cell('category').slice(0, 120),
    serial_number: cell('serial_number').slice(0, 80),
    brand: cell('brand').slice(0, 80),
    model: cell('model').slice(0, 80),
    production_year: produced?.year ?? null,
    production_month: produced?.month ?? null,
    buy_date: read('buy_date', dayIn, deviceFields.buy_date.label),
    last_on: read('last_on', dayIn, deviceFields.last_on.label),
    location_description: cell('location_description').slice(0, 200),
    walking_route_number: read(
      'walking_route_number',
      (typed) => whole(typed, 99_999),
      deviceFields.walking_route_number.label,
    ),
    description: cell('description').slice(0, 2000),
    remarks,
  }
}
