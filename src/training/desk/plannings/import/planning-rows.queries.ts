/** What the rows of a list of plannings say. */
import * as z from 'zod'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { parsersOf } from '../../../../platform/fields/facts.ts'
import { line, requiredReference } from '../../../../platform/fields/kinds.ts'
import { formatDateTime } from '../../../../platform/format/format.ts'
import { findNamed } from '../../../../relations/importing/index.ts'
import { ADDRESS_HEADINGS, type ListedRow, type ReadRow, formOf, readByForm } from '../../../../system/importing/index.ts' // prettier-ignore
import { appointmentFields } from '../../../planning/appointments/index.ts'
import { type PlannedCourse, findPlannable, listRoomChoices } from '../../../planning/planning/index.ts'
import { dayOf, statusOf, timeOf } from './moments.rules.ts'
import { coursesNamed, roomsNamed, teachersNamed } from './names.queries.ts'

/** The number of a planning in the system before; on each of its parts and people it is the same. */
export const NUMBER_HEADING = ['number', /^(planning|groep|uitvoering|editie)(s?[ _-]?(nummer|nr\.?|code|id))?$|^nummer$/i] as const // prettier-ignore

export const HEADINGS = [
  NUMBER_HEADING,
  ['end_date', /^(eind|tot).*datum/i],
  ['end', /eind|\btot\b/i],
  ['date', /datum|^dag$|^date$/i],
  ['start', /^(start|begin|aanvang|van)\b|(start|begin|aanvangs?)_?tijd|^tijd/i],
  ['teacher', /docent|trainer|instruct/i],
  ['max_count', /max|groepsgrootte|capaciteit|aantal plaatsen/i],
  ['company', /bedrijf|klant|in-?company|debiteur|opdrachtgever/i],
  ['location', /locatie|lokaal|zaal|ruimte/i],
  ['status', /status/i],
  ...ADDRESS_HEADINGS.filter(([column]) => column !== 'country_code'),
  ['component', /onderdeel|module/i],
  ['course', /opleiding|cursus|training|^code$|omschrijving|titel/i],
] as const

export const fields = {
  ...appointmentFields,
  course_id: requiredReference('Opleiding', 'course'),
  number: line('Nummer in het vorige systeem', 60),
}
const PART = ['description', 'status', 'max_count', 'room_id', 'address_name', 'street', 'street_no', 'street_no_adding', 'postal_code', 'city'] as const // prettier-ignore
const Form = z.object({
  ...parsersOf(fields, 'course_id', 'starts_at', 'ends_at', ...PART),
  number: z.string().trim().max(60, 'Een nummer heeft hooguit 60 tekens.').default(''),
})
export type Input = z.output<typeof Form> & {
  component_id: number | null
  company_id: number | null
  teachers: { id: number; name: string }[]
  /** Somebody looked at it, and knows who or what is taken. */
  doubted: boolean
  /** The part that it is, where it is there already. */
  there: number | null
}
export type Row = ReadRow<Input>

interface Known {
  course: (text: string) => PlannedCourse | { why: string }
  teacher: Awaited<ReturnType<typeof teachersNamed>>
  room: ReturnType<typeof roomsNamed>
  company: Awaited<ReturnType<typeof findNamed>>
}

export async function knownIn(db: Db | Trx, rows: readonly ListedRow[]): Promise<Known> {
  const named = await coursesNamed(db)
  const found = new Map([...new Set(rows.map(({ cells }) => cells.course ?? ''))].map((text) => [text, named(text)]))
  const courses = new Map<number, PlannedCourse | null>()
  for (const one of found.values()) if ('id' in one && !courses.has(one.id)) courses.set(one.id, await findPlannable(db, one.id)) // prettier-ignore
  return {
    course: (text) => {
      const one = found.get(text)!
      if ('why' in one) return one
      return courses.get(one.id) ?? { why: `Opleiding ‘${text}’ is niet actief.` }
    },
    teacher: await teachersNamed(db),
    room: roomsNamed(await listRoomChoices(db)),
    company: await findNamed(db, rows.flatMap(({ cells }) => cells.company ?? [])), // prettier-ignore
  }
}

export const refused = ({ line, name }: Pick<Row, 'line' | 'name'>, why: string): Row => ({ line, name, input: null, why, filled: [], keys: [] }) // prettier-ignore

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** When it begins and ends; a course says what a list leaves out. */
function timesOf({ date, start, end }: Record<string, string>, { components }: PlannedCourse) {
  const day = dayOf(date) || dayOf(start)
  const begins = timeOf(start) || timeOf(date) || (start ? start : components[0]!.default_start)
  const [hours = 0, minutes = 0] = begins.split(':').map(Number)
  const lasts = hours * 60 + minutes + components[0]!.duration_minutes
  const ends = timeOf(end) || (end ? end : clock(Math.min(lasts, 24 * 60 - 1)))
  return { starts_at: `${day} ${begins}`, ends_at: `${day} ${ends}` }
}

/** A row by itself: what it says, and what of it has to be looked at. */
export function readRow(row: ListedRow, known: Known): Row {
  const { course: text = '', number = '', company: written = '', location = '', teacher = '', component = '', ...cells } = row.cells // prettier-ignore
  const name = [text, number].filter(Boolean).join(' ')
  const no = (why: string) => refused({ line: row.line, name }, why)
  const course = known.course(text)
  if ('why' in course) return no(course.why)
  const status = statusOf(cells.status)
  if (status === null) return no('Deze planning gaat niet door.')
  const times = timesOf(cells, course)
  const last = dayOf(cells.end_date) || dayOf(cells.end)
  if (last !== '' && last !== times.starts_at.split(' ')[0]) return no('Dit duurt meer dagen. Zet elke dag op een eigen regel.') // prettier-ignore
  const company = written === '' ? { company_id: null } : known.company(written)
  if ('why' in company) return no(company.why)
  if (written !== '' && company.company_id === null) return no(`‘${written}’ is een persoon; een incompany-planning is voor een bedrijf.`) // prettier-ignore

  const room = course.online || location === '' ? null : known.room(location)
  const { street, street_no, street_no_adding, postal_code, city } = formOf(cells)
  const nowhere = course.online || room !== null
  const address = nowhere ? {} : { address_name: location, street, street_no, street_no_adding, postal_code, city }
  const asked = teacher.split(/[;|\n]/).map((one) => one.trim()).filter(Boolean) // prettier-ignore
  const teachers = asked.map((one) => ({ one, is: known.teacher(one) }))
  const doubts = [
    ...teachers.flatMap(({ one, is }) => (is ? [] : [`Docent ‘${one}’ is niet bekend, niet actief, of niet de enige; de planning komt zonder docent.`])), // prettier-ignore
    ...(location !== '' && !nowhere && !street && !city ? [`Lokaal ‘${location}’ is niet bekend; het wordt de naam van de plaats.`] : []), // prettier-ignore
  ]
  const part = componentOf(course, component)
  const form = {
    ...{
      ...times,
      ...address,
      course_id: String(course.id),
      number,
      status,
      room_id: room === null ? '' : String(room),
    },
    ...{ max_count: cells.max_count ?? String(course.max_count), description: (part?.description ?? component) || course.description }, // prettier-ignore
  }
  const about = ({ course_id, starts_at }: z.output<typeof Form>) => ({
    name: `${course.description}, ${formatDateTime(starts_at)}`,
    keys: [`${course_id} ${starts_at.getTime()} ${number}`],
  })
  const read = readByForm(row, form, Form, fields, about, name)
  const wrong = read.input === null ? null : whyNot(read.input)
  if (read.input === null || wrong !== null) return { ...read, input: null, why: wrong ?? read.why }
  const found = { component_id: part?.id ?? null, company_id: company.company_id, teachers: teachers.flatMap(({ is }) => is ?? []) } // prettier-ignore
  return {
    ...{ ...read, filled: [...read.filled, 'teachers', 'company_id'] },
    input: { ...read.input, ...found, doubted: false, there: null },
    ...(doubts.length > 0 ? { doubt: doubts.join(' ') } : {}),
  }
}

const componentOf = ({ components }: PlannedCourse, text: string) =>
  components.length === 1 ? components[0] : components.find(({ description }) => text !== '' && description.toLowerCase() === text.toLowerCase()) // prettier-ignore

export const OVER = 'Deze planning is voorbij of al begonnen. Wat al gegeven is, importeert u als gevolgde opleidingen of certificaten.' // prettier-ignore

function whyNot({ starts_at, ends_at }: z.output<typeof Form>): string | null {
  if (starts_at <= new Date()) return OVER // prettier-ignore
  return starts_at < ends_at ? null : 'De planning eindigt vóór zij begint.'
}
