import { sql } from 'kysely'
import { ROLE } from '../../../../platform/access/roles.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import type { Registry } from '../../../../platform/registry.ts'
import { conflictsOf } from '../../../../relations/bookings/index.ts'
import type { Alike, ListedRow, Target, Work } from '../../../../system/importing/index.ts'
import { holdForPlanning } from '../../../../system/occupations/index.ts'
import { materialsOf } from '../../../catalogue/material-needs/index.ts'
import { passOverDue } from '../../../messages/moments/index.ts'
import { type BookedPart, addPart, addPlanning, judgeParts, permitRead } from '../../../planning/appointments/index.ts'
import { type PlannedCourse, findPlannable } from '../../../planning/planning/index.ts'
import { HEADINGS, type Input, OVER, type Row, fields, knownIn, readRow, refused } from './planning-rows.queries.ts'

const planningKey = ({ course_id, number }: Input): string => `${course_id} ${number}`
/** The rows that are parts of one planning with a row. */
const byPlanning = (rows: readonly Row[]): Row[][] =>
  [...Map.groupBy(rows.filter(({ input }) => input !== null && input.number !== ''), ({ input }) => planningKey(input!)).values()] // prettier-ignore

/** Parts that come in the order of the components of their course are these. */
async function giveComponents(db: Db | Trx, plannings: readonly Row[][]): Promise<void> {
  const courses = new Map<number, PlannedCourse | null>()
  for (const rows of plannings) {
    const { course_id } = rows[0]!.input!
    if (!courses.has(course_id)) courses.set(course_id, await findPlannable(db, course_id))
    const { components = [], description = '' } = courses.get(course_id) ?? {}
    const inOrder = rows.map(({ input }) => input!).sort((a, b) => +a.starts_at - +b.starts_at)
    const taken = new Set<number | null>()
    for (const [at, input] of inOrder.entries()) {
      const isPlain = input.component_id === null && input.description === description
      if (isPlain && components.length === rows.length) Object.assign(input, { component_id: components[at]!.id, description: components[at]!.description }) // prettier-ignore
      if (taken.has(input.component_id)) input.component_id = null
      taken.add(input.component_id)
    }
  }
}

interface There {
  id: number
  group_id: number
  course_id: number
  starts_at: Date
  old_number: string | null
}

async function findThere(db: Db | Trx, rows: readonly Row[]): Promise<Map<string, There[]>> {
  const inputs = rows.flatMap(({ input }) => input ?? [])
  if (inputs.length === 0) return new Map()
  const { rows: found } = await sql<There>`select distinct a.id, a.group_id, g.course_id, a.starts_at, g.old_number
    from unnest(${inputs.map(({ course_id }) => course_id)}::integer[], ${inputs.map(({ starts_at }) => starts_at)}::timestamptz[]) asked (course_id, starts_at)
    join appointments a on a.starts_at = asked.starts_at and a.status <> 'cancelled'
    join appointment_groups g on g.id = a.group_id and g.course_id = asked.course_id and not g.imported
    order by a.id`.execute(db)
  return Map.groupBy(found, ({ course_id, starts_at }) => `${course_id} ${starts_at.getTime()}`)
}

const bookedOf = ({ teachers, course_id: _course, ...input }: Input): BookedPart => ({
  ...input,
  people: teachers.map(({ id, name }) => ({ contact_id: id, role_id: ROLE.teacher, starts_at: null, ends_at: null, name })), // prettier-ignore
})

async function read(db: Db | Trx, listed: readonly ListedRow[], registry: Registry): Promise<Row[]> {
  const known = await knownIn(db, listed)
  const rows = listed.map((row) => readRow(row, known))
  await giveComponents(db, byPlanning(rows))
  const there = await findThere(db, rows)
  const foreign = new Set<string>()
  for (const { input } of rows) {
    if (input === null) continue
    const all = there.get(`${input.course_id} ${input.starts_at.getTime()}`) ?? []
    const own = all.find(({ old_number }) => old_number === null || input.number === '' || old_number === input.number)
    input.there = own?.id ?? null
    if (own && own.old_number !== input.number && input.number !== '') foreign.add(planningKey(input))
  }
  const fresh = rows.filter(({ input }) => input !== null && input.there === null)
  const findings = await judgeParts(db, registry, fresh.map(({ input }) => bookedOf(input!))) // prettier-ignore
  const taken = new Map(fresh.map(({ line }, i) => [line, findings[i]!.filter((one) => one.taken).map(({ text }) => text)])) // prettier-ignore
  const written = ({ cells }: ListedRow) => `${cells.course} ${cells.number}`
  const missing = new Map(listed.filter(({ cells }, i) => cells.number && rows[i]!.input === null && rows[i]!.why !== OVER).map((row) => [written(row), row.line])) // prettier-ignore
  const doubted = rows.map((row, i): Row => {
    if (row.input?.there === null && row.input.number !== '' && foreign.has(planningKey(row.input))) return refused(row, 'Een ander onderdeel van deze planning staat er al. Voeg dit onderdeel daar toe.') // prettier-ignore
    const line = missing.get(written(listed[i]!))
    const doubts = [
      row.doubt,
      line === undefined ? undefined : `Regel ${line} van deze planning gaat niet mee.`,
      ...(taken.get(row.line) ?? []),
    ].filter((one) => one !== undefined)
    return doubts.length === 0 ? row : { ...row, doubt: doubts.join(' ') }
  })
  return together(doubted)
}

/** A planning comes with all of its parts that are to come, or is looked at as a whole. */
function together(rows: readonly Row[]): Row[] {
  const doubted = new Map(byPlanning(rows).flatMap((some) => some.find(({ doubt }) => doubt) ?? []).map((row) => [planningKey(row.input!), row.line])) // prettier-ignore
  return rows.map((row) => {
    const line = row.input === null || row.input.number === '' ? undefined : doubted.get(planningKey(row.input))
    const doubt = row.doubt ?? (line === undefined ? undefined : `Hoort bij regel ${line}.`)
    return doubt === undefined || row.input === null ? row : { ...row, doubt, input: { ...row.input, doubted: true } }
  })
}

/** What is there stays as it is. */
const alike = (_db: Db | Trx, rows: readonly Row[]): Promise<Map<number, Alike[]>> => {
  const same = (id: number): Alike[] => [{ id, why: 'Staat er al.', sure: true, version: 0, stored: {}, hidden: new Set([...Object.keys(fields), 'teachers', 'company_id']), guarded: {} }] // prettier-ignore
  return Promise.resolve(new Map(rows.flatMap(({ line, input }) => (input?.there ? [[line, same(input.there)] as const] : [])))) // prettier-ignore
}

async function add({ trx, services: { registry } }: Work, input: Input): Promise<number> {
  const { course_id, number, company_id, teachers, doubted, there: _there, ...told } = input
  const booked = bookedOf(input)
  if (doubted) await holdForPlanning(trx, registry, { contact: teachers.map(({ id }) => id), room: input.room_id === null ? [] : [input.room_id], material: await materialsOf(trx, [input.component_id]) }) // prettier-ignore
  const [findings = []] = doubted ? await judgeParts(trx, registry, [booked]) : []
  const nowhere = { join_url: null, join_code: null, join_password: null }
  const part = {
    ...told,
    ...nowhere,
    responsibles: booked.people.map(({ name: _name, ...responsible }) => responsible),
  }
  const known = number === '' ? undefined : await trx.selectFrom('appointment_groups').select('id').where('course_id', '=', course_id).where('old_number', '=', number).executeTakeFirst() // prettier-ignore
  const planning = { course_id, incompany: company_id !== null, company_ids: company_id === null ? [] : [company_id], old_number: number || null } // prettier-ignore
  const added = known ? null : await addPlanning(trx, planning, [part])
  const id = added ? added.partIds[0]! : await addPart(trx, known!.id, part)
  await permitRead(trx, registry, [id], conflictsOf(findings))
  await passOverDue(trx, added?.planningId ?? known!.id, teachers.map((one) => one.id)) // prettier-ignore
  return id
}

export const planningTarget: Target<Input> = {
  name: 'plannings',
  record: 'appointment',
  label: { one: 'planning', many: 'planningen' },
  fields,
  headings: HEADINGS,
  labels: { course: 'Opleiding', date: 'Datum', start: 'Begintijd', end: 'Eindtijd', end_date: 'Einddatum', teacher: 'Docent', company: 'Incompany voor', location: 'Lokaal of plaats', component: 'Onderdeel', address: 'Adres' }, // prettier-ignore
  needed: 'course',
  read,
  alike,
  add,
  change: () => Promise.resolve(),
}
