import { withoutCitizenNumber } from '../columns/citizen-numbers.rules.ts'
import { isPlaceholder } from '../columns/cells.rules.ts'
import { type DateColumn } from '../columns/date-column.rules.ts'
import { dayInWords, orderShown, parseListDate } from '../columns/dates.rules.ts'
import { parseEmail } from '../columns/emails.rules.ts'
import { noteLabel } from '../columns/headings.rules.ts'
import { type CellsOf, readName } from '../names/line-name.rules.ts'
import { type ColumnMap, type ListedPerson, type Remark } from '../types.ts'
import { parsePhones } from '../columns/phones.rules.ts'

/** What the lines of one list have in common. */
export interface LineContext {
  map: ColumnMap
  headings: string[]
  /** YYYY-MM-DD. */
  today: string
  dates: DateColumn
  /** Index of the line with which a mail ends, or -1: below it stands who wrote it. */
  closing: number
}

export interface ReadLine extends ListedPerson {
  /** A birth date was written, even if it could not be used: then the line is not one "without" a birth date. */
  dateWritten: boolean
  shortYear: boolean
  restoredZero: boolean
  recased: boolean
}

/** Reads one row as a person; null when no name stands in it. */
export function readLine(row: readonly string[], line: number, context: LineContext): ReadLine | null {
  const cells: CellsOf = (...roles) =>
    context.map.columns.flatMap((role, column) => {
      const cell = row[column] ?? ''
      return roles.includes(role) && cell !== '' ? [cell] : []
    })
  const name = readName(cells)
  if (name === null) return null
  const remarks: Remark[] = [...name.remarks]
  const birth = readBirthDate(cells('birth_date')[0] ?? '', context, remarks)
  const phones = readNumbers(cells, remarks)
  const fields = {
    ...name.fields,
    birth_date: birth.date,
    email: readEmail([...cells('email'), ...name.addresses], remarks),
    phone: phones.phone,
    mobile_phone: phones.mobile_phone,
    company: cells('company').find((cell) => !isPlaceholder(cell)) ?? null,
    note: readNote(row, context),
  }
  return {
    lineNumbers: [line],
    fields,
    remarks,
    ...birth.traits,
    restoredZero: phones.restoredZero,
    recased: name.recased,
  }
}

function readBirthDate(cell: string, context: LineContext, remarks: Remark[]) {
  const written = !isPlaceholder(cell)
  const { date, problem, shortYear } = parseListDate(written ? cell : '', context.today, context.dates)
  if (!written) remarks.push({ field: 'birth_date', text: 'Geen geboortedatum opgegeven.' })
  else if (problem !== null)
    remarks.push({ field: 'birth_date', text: `Geboortedatum ${cell} ${problem}; de datum is leeggelaten.` })
  else if (date !== null) {
    if (context.dates.mixed && orderShown(cell) === 'either')
      remarks.push({ field: 'birth_date', text: eitherOrder(cell, date) })
    const age = Number(context.today.slice(0, 4)) - Number(date.slice(0, 4))
    if (age < 14 || age > 90)
      remarks.push({ field: 'birth_date', text: `Geboortedatum ${cell} geeft een ongewone leeftijd; controleer deze.` })
  }
  return { date, traits: { dateWritten: written, shortYear } }
}

/** "Geboortedatum 03/04/1980 is gelezen als 3 april, maar kan ook 4 maart zijn; controleer deze." */
function eitherOrder(cell: string, date: string): string {
  const [, month, day] = date.split('-').map(Number) as [number, number, number]
  return `Geboortedatum ${cell} is gelezen als ${dayInWords(day, month)}, maar kan ook ${dayInWords(month, day)} zijn; controleer deze.`
}

function readEmail(cells: string[], remarks: Remark[]): string | null {
  const read = cells.filter((cell) => !/^(?:-+|anonymous)$/i.test(cell)).map(parseEmail)
  const used = read.find(({ email }) => email !== null) ?? read[0]
  if (used?.problem) remarks.push({ field: 'email', text: used.problem })
  return used?.email ?? null
}

/** Numbers go where they belong by kind, whatever the heading said; a number too many stays in the other field. */
function readNumbers(cells: CellsOf, remarks: Remark[]) {
  const numbers = cells('mobile_phone', 'phone')
    .filter((cell) => !isPlaceholder(cell))
    .flatMap(parsePhones)
  const slots: { phone: string | null; mobile_phone: string | null } = { phone: null, mobile_phone: null }
  for (const { phone, mobile, problem, remark } of numbers) {
    if (problem !== null) remarks.push({ field: 'phone', text: problem })
    if (remark !== undefined)
      remarks.push({
        field: mobile ? 'mobile_phone' : 'phone',
        text: `Bij ${phone} staat “${remark}”; dat is niet overgenomen.`,
      })
    if (phone === null || phone === slots.phone || phone === slots.mobile_phone) continue
    const [own, other] = mobile ? (['mobile_phone', 'phone'] as const) : (['phone', 'mobile_phone'] as const)
    if (slots[own] === null) slots[own] = phone
    else if (slots[other] === null) slots[other] = phone
    else remarks.push({ field: 'phone', text: `Telefoonnummer ${phone} paste er niet meer bij.` })
  }
  return { ...slots, restoredZero: numbers.some(({ restoredZero }) => restoredZero) }
}

function readNote(row: readonly string[], { map, headings }: LineContext): string | null {
  const parts = map.columns.flatMap((role, column) => {
    const cell = row[column] ?? ''
    return role === 'note' && cell !== '' && !/^-+$/.test(cell)
      ? [noteLabel(headings[column] ?? '') + withoutCitizenNumber(cell)]
      : []
  })
  return parts.length === 0 ? null : parts.join('\n')
}
