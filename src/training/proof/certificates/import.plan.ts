import { type SqlBool, sql } from 'kysely'
import * as z from 'zod'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { day, line, requiredDay, requiredReference } from '../../../platform/fields/kinds.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { instantOf, today } from '../../../platform/format/zone.ts'
import { dayIn } from '../../../platform/forms/listed-days.ts'
import { PERSON_HEADINGS, findPeople } from '../../../relations/importing/index.ts'
import { type Alike, type ListedRow, type ReadRow, type Target, type Work, nameKey, readByForm } from '../../../system/importing/index.ts' // prettier-ignore
import { recordPast } from '../../places/enrolment/index.ts'
import { addPlanning } from '../../planning/appointments/index.ts'
import { fileCertificate, findFiled } from './filing.commands.ts'

const HEADINGS = [
  ['valid_until', /geldig|verval|verloopt|\btot\b/i],
  ['number', /nummer|certificaatn|diploman|\bnr\b/i],
  ...PERSON_HEADINGS,
  ['held_on', /datum|behaald|afgegeven|gevolgd|\bop\b/i],
  ['course', /opleiding|cursus|training|code|certificaat|diploma/i],
] as const

const fields = {
  contact_id: requiredReference('Cursist', 'contact'),
  course_id: requiredReference('Opleiding', 'course'),
  held_on: requiredDay('Datum'),
  number: { ...line('Nummer', 40), parse: z.string().trim().max(40, 'Een nummer heeft hooguit 40 tekens.').default('') }, // prettier-ignore
  valid_until: day('Geldig tot en met'),
}
const Form = z
  .object({
    contact_id: fields.contact_id.parse,
    course_id: fields.course_id.parse,
    held_on: fields.held_on.parse,
    number: fields.number.parse,
    valid_until: fields.valid_until.parse,
  }) // prettier-ignore
  .superRefine(({ held_on, valid_until }, ctx) => {
    if (held_on >= today()) ctx.addIssue({ code: 'custom', path: ['held_on'], message: 'De datum ligt niet in het verleden.' }) // prettier-ignore
    if (valid_until !== null && valid_until < held_on) ctx.addIssue({ code: 'custom', path: ['valid_until'], message: 'De geldigheid eindigt vóór de datum.' }) // prettier-ignore
  })
type Input = z.output<typeof Form>

/** The courses that rows name by description or code. */
async function coursesNamed(db: Db | Trx): Promise<Map<string, number[]>> {
  const rows = await db.selectFrom('courses').select(['id', 'description', 'code']).orderBy('id').execute()
  const keys = rows.flatMap(({ id, description, code }) => [...new Set([nameKey(description), nameKey(code)])].map((key) => ({ key, id }))) // prettier-ignore
  return new Map([...Map.groupBy(keys, ({ key }) => key)].map(([key, some]) => [key, some.map(({ id }) => id)]))
}

const dayText = (typed: string | undefined): string => (typed === undefined ? '' : formatDate(dayIn(typed)) || typed)

async function read(db: Db | Trx, rows: readonly ListedRow[]): Promise<ReadRow<Input>[]> {
  const [people, courses] = await Promise.all([findPeople(db, rows), coursesNamed(db)])
  return rows.map((row) => {
    const { course = '', number = '', held_on, valid_until } = row.cells
    const who = people.get(row.line)!
    const ids = courses.get(nameKey(course)) ?? []
    const no = (why: string): ReadRow<Input> => ({ line: row.line, name: who.name, input: null, why, filled: [], keys: [] }) // prettier-ignore
    if ('why' in who) return no(who.why)
    if (course === '') return no('De opleiding ontbreekt.')
    if (ids.length !== 1) return no(ids.length > 1 ? `Er zijn meer opleidingen die ‘${course}’ heten.` : `Opleiding ‘${course}’ is niet bekend. Importeer eerst de opleidingen.`) // prettier-ignore
    const form = { contact_id: String(who.id), course_id: String(ids[0]), number, held_on: dayText(held_on), valid_until: dayText(valid_until) } // prettier-ignore
    const about = (input: Input) => ({ name: who.name, keys: [`${input.contact_id} ${input.course_id} ${input.held_on}`] }) // prettier-ignore
    const judged = readByForm(row, form, Form, fields, about, who.name)
    return { ...judged, ...(who.doubt === undefined ? {} : { doubt: who.doubt }) }
  })
}

const ASKED = sql`as asked (line integer, contact_id integer, course_id integer, held_on date)`

/** What a person already has of a course and a day: nothing is added to it, and nothing of it changes. */
const likeBy =
  (record: 'certificates' | 'enrolments') =>
  async (db: Db | Trx, rows: readonly ReadRow<Input>[]): Promise<Map<number, Alike[]>> => {
    const asked = JSON.stringify(rows.flatMap(({ line, input }) => (input === null ? [] : [{ ...input, line }])))
    const listed = sql`jsonb_to_recordset(${asked}::jsonb) ${ASKED}`
    const { rows: found } =
      record === 'certificates'
        ? await sql<{ line: number; id: number }>`select asked.line, c.id from ${listed} join certificates c
            on c.contact_id = asked.contact_id and c.course_id = asked.course_id and c.issued_on = asked.held_on and c.withdrawn_at is null`.execute(db) // prettier-ignore
        : await sql<{ line: number; id: number }>`select distinct on (asked.line) asked.line, e.id from ${listed}
            join enrolments e on e.contact_id = asked.contact_id
            join appointments a on a.id = e.appointment_id and a.starts_at::date = asked.held_on
            join appointment_groups g on g.id = a.group_id and g.course_id = asked.course_id
            order by asked.line, e.id`.execute(db)
    const hidden = new Set(Object.keys(fields))
    return new Map(
      found.map(({ line, id }) => [line, [{ id, why: 'Staat er al.', sure: true, version: 0, stored: {}, hidden, guarded: {} }]]), // prettier-ignore
    )
  }

const MOST_IN_PART = 1000

/** The planning of that day that stands for what was held elsewhere, with a place left. */
async function pastPlanning(trx: Trx, { course_id, held_on, contact_id }: Input) {
  const free = await trx
    .selectFrom('appointment_groups')
    .innerJoin('appointments', 'appointments.group_id', 'appointment_groups.id')
    .select(['appointment_groups.id as planningId', 'appointments.id as partId'])
    .where('appointment_groups.course_id', '=', course_id)
    .where('appointment_groups.imported', '=', true)
    .where(sql<SqlBool>`appointments.starts_at::date = ${held_on}::date`)
    .where('appointments.enrolled_count', '<', MOST_IN_PART)
    .where(
      sql<SqlBool>`not exists (select from certificates c where c.group_id = appointments.group_id and c.contact_id = ${contact_id})`,
    ) // prettier-ignore
    .orderBy(
      sql`exists (select from enrolments e where e.appointment_id = appointments.id and e.contact_id = ${contact_id})`,
      'desc',
    ) // prettier-ignore
    .orderBy('appointments.id')
    .limit(1)
    .executeTakeFirst()
  if (free) return free
  const { description } = await trx.selectFrom('courses').select('description').where('id', '=', course_id).executeTakeFirstOrThrow() // prettier-ignore
  const nowhere = { address_name: null, street: null, street_no: null, street_no_adding: null, postal_code: null, city: null } // prettier-ignore
  const { planningId, partIds } = await addPlanning(
    trx,
    { course_id, incompany: false, company_ids: [], imported: true },
    [
      {
        ...{ ...nowhere, component_id: null, description, status: 'done', max_count: MOST_IN_PART, room_id: null },
        ...{ starts_at: instantOf(held_on, '09:00')!, ends_at: instantOf(held_on, '17:00')! },
        ...{ join_url: null, join_code: null, join_password: null, teacher_application_count: 0, responsibles: [] },
      },
    ],
  )
  return { planningId, partId: partIds[0]! }
}

/** Who took a course elsewhere is in a planning of that day, and passed. */
async function addPast(
  { trx }: Work,
  input: Input,
): Promise<{ planningId: number; partId: number; enrolmentId: number }> {
  const at = await pastPlanning(trx, input)
  return { ...at, enrolmentId: await recordPast(trx, at.partId, input.contact_id) }
}

const told = { fields, headings: HEADINGS, needed: 'held_on', read, change: () => Promise.resolve() } as const
const PERSON = { first_name: 'Voornaam', initials: 'Voorletters', last_name_prefix: 'Tussenvoegsel', birth_date: 'Geboortedatum', email: 'E-mail', last_name: 'Achternaam', course: 'Opleiding' } // prettier-ignore

/** As who issued what the older system has. */
const BEFORE = 'Vorig systeem'

/** A person has a number of the older system once: another certificate of it would not be kept. */
async function readCertificates(db: Db | Trx, rows: readonly ListedRow[]): Promise<ReadRow<Input>[]> {
  const judged = await read(db, rows)
  const people = [...new Set(judged.flatMap(({ input }) => input?.contact_id ?? []))]
  const filed = await db
    .selectFrom('certificates')
    .select(['contact_id', 'number', 'course_id', 'issued_on', 'withdrawn_at'])
    .where('issuer', '=', BEFORE)
    .where(sql<SqlBool>`contact_id = any(${people}::integer[])`)
    .execute()
  const whatOf = (course: number, day: string) => `${course} ${day}`
  const held = new Map(filed.map((one) => [`${one.contact_id} ${one.number}`, one.withdrawn_at ? '' : whatOf(one.course_id, one.issued_on)])) // prettier-ignore
  return judged.map((row) => {
    if (row.input === null || row.input.number === '') return row
    const { contact_id, number, course_id, held_on } = row.input
    const [key, what] = [`${contact_id} ${number}`, whatOf(course_id, held_on)]
    if (!held.has(key)) held.set(key, what)
    return held.get(key) === what ? row : { ...row, input: null, why: `Nummer ${number} is al van een ander certificaat van deze cursist, of ingetrokken.` } // prettier-ignore
  })
}

export const pastTargets: Target<Input>[] = [
  {
    ...told,
    name: 'enrolments',
    record: 'enrolment',
    label: { one: 'gevolgde opleiding', many: 'gevolgde opleidingen' },
    labels: PERSON,
    alike: likeBy('enrolments'),
    add: async (work, input) => (await addPast(work, input)).enrolmentId,
  },
  {
    ...told,
    read: readCertificates,
    name: 'certificates',
    record: 'certificate',
    label: { one: 'certificaat', many: 'certificaten' },
    labels: PERSON,
    alike: likeBy('certificates'),
    add: async (work, input) => {
      const at = await addPast(work, input)
      const filed = {
        contactId: input.contact_id,
        issuer: BEFORE,
        number: input.number || `zonder nummer ${at.enrolmentId}`,
      }
      await fileCertificate(work.trx, { ...filed, planningId: at.planningId, validUntil: input.valid_until, issuedOn: input.held_on }) // prettier-ignore
      return (await findFiled(work.trx, filed))!
    },
  },
]
