/** What stands on a report: facts become texts here, so that the drawing only places them. */
import { formatCount, formatDate, formatLongDay } from '../../../platform/format/format.ts'
import { instantOf } from '../../../platform/format/zone.ts'
import type { FirmDetails } from '../../../administration/catalogue/firm/index.ts'
import { houseOf } from '../../../administration/sales/papers/index.ts'
import { RESULTS, type Result } from '../../orders/order-devices/index.ts'
import type { ReportSnapshot, ReportedDevice } from './snapshot.ts'

/** A part of a line of a cell. */
export interface Words {
  text: string
  weight?: 'regular' | 'bold'
  isGrey?: boolean
}

export interface PrintedRow {
  cells: Words[][]
  tone: 'plain' | 'remarked' | 'rejected'
}

/** A report as the thread draws it: nothing but texts, in Dutch. */
export interface PrintedReport {
  number: string
  house: { name: string; lines: string[] }
  /** A sentence above the facts; '' for none. */
  notice: string
  facts: [label: string, value: string][][]
  totals: { count: number; label: string }[]
  rows: PrintedRow[]
  advice: { number: number; text: string; told: string }[]
  /** What each photo is of, in the order in which they come. */
  photos: string[]
  lists: { title: string; lines: string[] }[]
  inspector: string
  customer: { name: string; signature: Uint8Array | null } | { why: string }
  verifyUrl: string
}

/** What stands where the customer signs. */
export const customerLine = ({ customer }: Pick<PrintedReport, 'customer'>): string =>
  'why' in customer ? `Niet getekend: ${customer.why}` : customer.name

/** More than this makes a report too large to be mailed; what was rejected is shown first. */
const MOST_PHOTOS = 24

const monthOf = (day: string) => `${day.slice(5, 7)}-${day.slice(0, 4)}`

const distinct = (values: (string | null)[]): string => [...new Set(values.filter(Boolean))].join(', ')

const instrumentText = (instrument: NonNullable<ReportedDevice['instrument']>) =>
  [
    instrument.name,
    instrument.serial_number === null ? null : `serie ${instrument.serial_number}`,
    instrument.calibrated_until === null ? null : `geijkt tot ${formatDate(instrument.calibrated_until)}`,
  ]
    .filter(Boolean)
    .join(', ')

function factsOf(report: ReportSnapshot): PrintedReport['facts'] {
  const day = instantOf(report.day, '12:00')!
  const told = (facts: [string, string][]) => facts.filter(([, value]) => value !== '')
  return [
    told([
      ['Klant', [report.customer, report.client_id === null ? null : `debiteur ${report.client_id}`].filter(Boolean).join(', ')], // prettier-ignore
      ['Plaats', report.address.join(', ')],
      ['Datum', `${formatLongDay(day)} ${report.day.slice(0, 4)}, ${report.from}–${report.until}`],
      ['Order', [report.order, report.contract].filter(Boolean).join(', ')],
    ]),
    told([
      ['Keurmeester', report.inspector],
      ['Normen', distinct(report.devices.map(({ norm }) => norm))],
      ['Meetmiddel', [...new Set(report.devices.flatMap(({ instrument }) => (instrument ? [instrumentText(instrument)] : [])))].join('; ')], // prettier-ignore
      ['Rapport', report.number],
    ]),
  ]
}

/** How often each result came, in the order of the results. */
export const totalsOf = (results: readonly Result[]): { count: number; label: string }[] =>
  Object.entries(RESULTS).flatMap(([result, { many }]) => {
    const count = results.filter((one) => one === result).length
    return count === 0 ? [] : [{ count, label: many }]
  })

/** What was measured, and what was not as it should be; that the other questions were in order needs no line each. */
const measuredOf = ({ answers }: ReportedDevice): Words[] =>
  answers
    .filter(({ text, limits, isNotable }) => isNotable || limits !== '' || /^-?\d/.test(text))
    .map(({ label, text, limits, isNotable }) =>
      isNotable
        ? { text: `${label}: ${text}${limits === '' ? '' : ` (${limits})`}`, weight: 'bold' }
        : { text: `${label}: ${text}` },
    )

const NEXT: Partial<Record<Result, string>> = {
  rejected: 'niet gebruiken',
  replaced: 'vervangen',
  disposed: 'afgevoerd',
  not_found: 'blijft te keuren',
  unreachable: 'blijft te keuren',
}
const nextOf = ({ result, next_on }: ReportedDevice) => NEXT[result] ?? (next_on === null ? 'geen' : monthOf(next_on))

const TONES: Partial<Record<Result, PrintedRow['tone']>> = { rejected: 'rejected', remarked: 'remarked' }

/** Whether something is said of a device below the table. */
const isAdvised = ({ remark, result, isQuoted, replaced_by }: ReportedDevice) =>
  remark !== '' || result === 'rejected' || result === 'remarked' || isQuoted || replaced_by !== null

function rowOf(device: ReportedDevice, reference: number | null): PrintedRow {
  const { label } = RESULTS[device.result]
  return {
    tone: TONES[device.result] ?? 'plain',
    cells: [
      [{ text: String(device.number) }],
      [
        { text: device.name, weight: 'bold' },
        ...(device.make === '' ? [] : [{ text: device.make }]),
        { text: device.serial_number ?? 'geen serienummer', isGrey: device.serial_number === null },
      ],
      [{ text: device.place ?? '' }],
      [{ text: device.production }],
      measuredOf(device),
      [
        { text: reference === null ? label : `${label} ${reference}`, weight: 'bold' },
        ...device.parts.map(({ name, expires_on }) => ({
          text: expires_on === null ? name : `${name} t/m ${monthOf(expires_on)}`,
          isGrey: true,
        })),
      ],
      [{ text: nextOf(device) }],
    ],
  }
}

const toldOf = ({ isQuoted, replaced_by }: ReportedDevice) =>
  [
    replaced_by === null
      ? null
      : `Vervangen door nummer ${replaced_by.number}${replaced_by.serial_number === null ? '' : `, serie ${replaced_by.serial_number}`}.`,
    isQuoted ? 'Een offerte volgt.' : null,
  ]
    .filter(Boolean)
    .join(' ')

function adviceOf(device: ReportedDevice, number: number): PrintedReport['advice'][number] {
  const wrong = device.answers.filter(({ isNotable }) => isNotable)
  const found = wrong.map(({ label, text, limits }) => `${label}: ${text}${limits === '' ? '' : ` (${limits})`}`).join('; ') // prettier-ignore
  const text = device.remark !== '' ? device.remark : found !== '' ? found : RESULTS[device.result].label.toLowerCase()
  return { number, text: `${device.name}, nummer ${device.number}: ${text}`, told: toldOf(device) }
}

/** The photos that are shown, with what each is of; those of what was rejected come first. */
export function photosOf({ devices }: Pick<ReportSnapshot, 'devices'>): { key: string; caption: string }[] {
  const rank = ({ result }: ReportedDevice) => (result === 'rejected' ? 0 : 1)
  return devices
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap(({ photos, number, name }) => photos.map((key) => ({ key, caption: `Foto bij ${number}: ${name}` })))
    .slice(0, MOST_PHOTOS)
}

function listsOf(report: ReportSnapshot): PrintedReport['lists'] {
  const left = report.devices.reduce((sum, { photos }) => sum + photos.length, 0) - photosOf(report).length
  return [
    { title: 'Uitgevoerd werk', lines: report.actions.map(({ device, name }) => `${device}: ${name}`) },
    { title: 'Geleverd', lines: report.delivered.map(({ name, count }) => `${count.replace('.', ',')} × ${name}`) },
    { title: 'Over het bezoek', lines: report.remark === '' ? [] : report.remark.split('\n') },
    { title: 'Foto’s', lines: left > 0 ? [`Nog ${formatCount(left, 'foto', 'foto’s')} op te vragen bij ons.`] : [] },
  ].filter(({ lines }) => lines.length > 0)
}

/** A report as it is drawn. @param signature bytes of what the customer drew */
export function printedReport(
  report: ReportSnapshot,
  { firm, verifyUrl, signature }: { firm: FirmDetails; verifyUrl: string; signature: Uint8Array | null },
): PrintedReport {
  const { name, lines } = houseOf(firm)
  const advised = report.devices.filter(isAdvised)
  const references = new Map(advised.map(({ id }, i) => [id, i + 1]))
  return {
    number: report.number,
    house: { name, lines: firm.coc_no === '' ? lines : [...lines, `KVK ${firm.coc_no}`] },
    notice: report.replaces.length === 0 ? '' : `Dit rapport vervangt ${report.replaces.join(', ')}.`,
    facts: factsOf(report),
    totals: [
      ...totalsOf(report.devices.map(({ result }) => result)),
      { count: report.devices.length, label: report.devices.length === 1 ? 'apparaat' : 'apparaten' },
    ],
    rows: report.devices.map((device) => rowOf(device, references.get(device.id) ?? null)),
    advice: advised.map((device, i) => adviceOf(device, i + 1)),
    photos: photosOf(report).map(({ caption }) => caption),
    lists: listsOf(report),
    inspector: report.inspector,
    customer:
      report.signed_by !== null
        ? { name: `${report.signed_by}, ${report.customer}`, signature }
        : { why: report.unsigned_reason ?? 'niet getekend' },
    verifyUrl,
  }
}
