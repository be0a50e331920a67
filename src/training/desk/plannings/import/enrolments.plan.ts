import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { requiredReference } from '../../../../platform/fields/kinds.ts'
import { dayIn } from '../../../../platform/forms/listed-days.ts'
import { type Who, PERSON_HEADINGS, findNamed, findPeople } from '../../../../relations/importing/index.ts'
import type { Alike, ListedRow, ReadRow, Target, Work } from '../../../../system/importing/index.ts'
import { passOverDue } from '../../../messages/moments/index.ts'
import { enrol, freePlaces } from '../../../places/enrolment/index.ts'
import { dayOf } from './moments.rules.ts'
import { coursesNamed } from './names.queries.ts'
import { NUMBER_HEADING } from './planning-rows.queries.ts'

const HEADINGS = [
  NUMBER_HEADING,
  ['billed', /gefactureerd|betaald|factuur/i],
  ...PERSON_HEADINGS,
  ['company', /bedrijf|klant|debiteur|werkgever/i],
  ['date', /datum|^dag$/i],
  ['course', /opleiding|cursus|training|^code$/i],
] as const

const fields = {
  contact_id: requiredReference('Cursist', 'contact'),
  planning_id: requiredReference('Planning', 'appointment_group'),
}
interface Input {
  contact_id: number
  planning_id: number
  /** A part of it. */
  part_id: number
  /** The enrolment that it is, where the person is in all parts already. */
  there: number | null
}
type Row = ReadRow<Input>

const NOT_BILLED = /^(nee|n|no|0|false|onwaar|nog niet|niet|open|-)$/i
const BILLED = 'Deze inschrijving is al gefactureerd; na de opleiding zou dat hier nog eens gebeuren. Schrijf deze persoon zelf in, en reken de plaats niet nog eens.' // prettier-ignore

interface Asked {
  line: number
  number: string
  course_id: number | null
  day: string | null
}

/** The plannings that rows may mean, by their lines. */
async function findPlannings(
  db: Db | Trx,
  asked: readonly Asked[],
): Promise<Map<number, { id: number; byNumber: boolean }[]>> {
  const { rows } = await sql<{ line: number; id: number; byNumber: boolean }>`
    select asked.line, g.id, g.old_number is not null and g.old_number = asked.number as "byNumber"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) asked (line integer, number text, course_id integer, day date)
    join appointment_groups g on not g.imported and (asked.course_id is null or g.course_id = asked.course_id)
      and (g.old_number = asked.number or (g.course_id = asked.course_id and (asked.number = '' or g.old_number is null)
        and exists (select from appointments p where p.group_id = g.id and p.status <> 'cancelled' and p.starts_at::date = asked.day)))
    order by asked.line, g.id`.execute(db)
  return Map.groupBy(rows, ({ line }) => line)
}

interface Part {
  id: number
  group_id: number
  status: string
  ends_at: Date
  max_count: number
  enrolled_count: number
  reserved_count: number
  promised: boolean
}

const listParts = async (db: Db | Trx, ids: readonly number[]): Promise<Map<number, Part[]>> => {
  const { rows } = await sql<Part>`select id, group_id, status, ends_at, max_count, enrolled_count, reserved_count,
      exists (select from waiting_turns w where w.group_id = appointments.group_id and w.pending) as promised
    from appointments where group_id = any(${ids}::integer[]) and status <> 'cancelled' order by starts_at, id`.execute(
    db,
  )
  return Map.groupBy(rows, ({ group_id }) => group_id)
}

/** By 'person planning' the parts that somebody is in, with the first of these enrolments. */
async function listPresent(db: Db | Trx, people: readonly number[], plannings: readonly number[]) {
  const { rows } = await sql<{ key: string; id: number; parts: number[] }>`
    select e.contact_id || ' ' || a.group_id as key, min(e.id) as id, array_agg(a.id) as parts
    from enrolments e join appointments a on a.id = e.appointment_id
    where e.contact_id = any(${people}::integer[]) and a.group_id = any(${plannings}::integer[]) group by 1`.execute(db)
  return new Map(rows.map(({ key, ...row }) => [key, row]))
}

async function listContacts(db: Db | Trx, ids: readonly number[]) {
  const rows = await db.selectFrom('contacts').select(['id', 'active', 'company_id']).where(sql<SqlBool>`id = any(${ids}::integer[])`).execute() // prettier-ignore
  return new Map(rows.map((one) => [one.id, one]))
}

/** What a planning says against taking somebody in; null for nothing. */
function whyClosed(parts: readonly Part[]): string | null {
  const now = new Date()
  if (parts.every(({ ends_at }) => ends_at <= now)) return 'Deze planning is voorbij. Importeer haar als gevolgde opleiding of certificaat.' // prettier-ignore
  if (parts.some(({ status }) => status === 'done')) return 'Een onderdeel van deze planning is al afgerond.'
  return parts.some(({ promised }) => promised) ? 'De wachtlijst van deze planning wordt eerst gevraagd.' : null
}

/** The planning that a row means, or why there is not one. */
function meant(
  row: ListedRow,
  { why, course_id }: { why: string | null; course_id: number | null },
  found: readonly { id: number; byNumber: boolean }[],
) {
  const { number = '', course = '', date = '' } = row.cells
  const numbered = found.filter(({ byNumber }) => byNumber)
  const some = numbered.length > 0 ? numbered : found
  if (some.length === 1) return some[0]!
  if (why !== null && course !== '') return { why }
  if (some.length > 1) return { why: 'Er zijn meer planningen waar dit op past. Noem het nummer van de planning.' }
  if (course_id === null && number === '') return { why: 'Noem de opleiding en de dag, of het nummer van de planning.' }
  const what = number === '' ? `van ‘${course}’ op ${dayOf(date) || date || 'deze dag'}` : number
  return { why: `Planning ${what} is niet bekend. Importeer eerst de planningen.` }
}

async function read(db: Db | Trx, listed: readonly ListedRow[]): Promise<Row[]> {
  const [people, course, company] = await Promise.all([
    findPeople(db, listed),
    coursesNamed(db),
    findNamed(db, listed.flatMap(({ cells }) => cells.company ?? [])), // prettier-ignore
  ])
  const courses = new Map(listed.map(({ line, cells }) => {
    const found = course(cells.course ?? '')
    return [line, 'id' in found ? { why: null, course_id: found.id } : { why: found.why, course_id: null }]
  })) // prettier-ignore
  const asked = listed.map(({ line, cells }) => ({ line, number: cells.number ?? '', course_id: courses.get(line)!.course_id, day: dayIn(cells.date ?? '') })) // prettier-ignore
  const plannings = await findPlannings(db, asked)
  const which = new Map(listed.map((row) => [row.line, meant(row, courses.get(row.line)!, plannings.get(row.line) ?? [])])) // prettier-ignore
  const planningIds = [...new Set([...which.values()].flatMap((one) => ('id' in one ? one.id : [])))]
  const ids = [...new Set([...people.values()].flatMap((one) => ('id' in one ? one.id : [])))]
  const [parts, present, contacts] = await Promise.all([listParts(db, planningIds), listPresent(db, ids, planningIds), listContacts(db, ids)]) // prettier-ignore
  const taken = new Set<string>()
  const free = new Map([...parts.values()].flat().map((part) => [part.id, freePlaces(part)]))

  /** A place in each part that somebody is not in yet; false where there is none. */
  const take = (key: string, missing: readonly Part[]): boolean => {
    if (taken.has(key)) return true
    if (missing.some(({ id }) => free.get(id)! < 1)) return false
    for (const { id } of missing) free.set(id, free.get(id)! - 1)
    taken.add(key)
    return true
  }
  return listed.map((row): Row => {
    const who: Who = people.get(row.line)!
    const planning = which.get(row.line)!
    const { billed = '', company: employer = '' } = row.cells
    const no = (why: string): Row => ({ line: row.line, name: who.name, input: null, why, filled: [], keys: [] })
    if ('why' in who) return no(who.why)
    if ('why' in planning) return no(planning.why)
    const own = parts.get(planning.id) ?? []
    const key = `${who.id} ${planning.id}`
    const at = present.get(key)
    const missing = own.filter(({ id }) => !at?.parts.includes(id))
    const there = at && missing.length === 0 ? at.id : null
    if (there === null) {
      const closed = whyClosed(own)
      if (closed !== null) return no(closed)
      if (billed !== '' && !NOT_BILLED.test(billed)) return no(BILLED)
      if (!contacts.get(who.id)?.active) return no('Deze persoon is niet actief.')
      if (!take(key, missing)) return no('Deze planning is vol.')
    }
    const named = employer === '' ? null : company(employer)
    const ofOther = named !== null && ('why' in named || (named.company_id !== null && named.company_id !== contacts.get(who.id)?.company_id)) // prettier-ignore
    const doubts = [who.doubt, ofOther ? `Deze persoon hoort hier niet bij ‘${employer}’.` : undefined].filter((one) => one !== undefined) // prettier-ignore
    return {
      ...{ line: row.line, name: who.name, why: '', filled: Object.keys(fields), keys: [key] },
      input: { contact_id: who.id, planning_id: planning.id, part_id: own[0]!.id, there },
      ...(doubts.length > 0 ? { doubt: doubts.join(' ') } : {}),
    }
  })
}

const alike = (_db: Db | Trx, rows: readonly Row[]): Promise<Map<number, Alike[]>> => {
  const same = (id: number): Alike[] => [{ id, why: 'Staat er al.', sure: true, version: 0, stored: {}, hidden: new Set(Object.keys(fields)), guarded: {} }] // prettier-ignore
  return Promise.resolve(new Map(rows.flatMap(({ line, input }) => (input?.there ? [[line, same(input.there)] as const] : [])))) // prettier-ignore
}

/** Who was in already elsewhere comes in without a message, and whatever the course asks. */
async function add({ trx, viewer }: Work, { contact_id, planning_id, part_id }: Input): Promise<number> {
  const { enrolmentIds } = await enrol(trx, viewer, {
    ...{ appointmentId: part_id, contactIds: [contact_id], whatAppointments: 'all' },
    waiver: 'Was al ingeschreven in het vorige systeem.',
  })
  await passOverDue(trx, planning_id, [contact_id])
  return enrolmentIds[0]!
}

export const enrolmentTarget: Target<Input> = {
  name: 'enrolments-to-come',
  record: 'enrolment',
  label: { one: 'inschrijving', many: 'inschrijvingen' },
  fields,
  headings: HEADINGS,
  labels: { number: 'Nummer van de planning', billed: 'Gefactureerd', first_name: 'Voornaam', initials: 'Voorletters', last_name_prefix: 'Tussenvoegsel', birth_date: 'Geboortedatum', email: 'E-mail', last_name: 'Achternaam', company: 'Bedrijf', date: 'Datum', course: 'Opleiding' }, // prettier-ignore
  needed: 'last_name',
  read,
  alike,
  add,
  change: () => Promise.resolve(),
}
