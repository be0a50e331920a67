/** What planners do in any order: each command picks from what there is by the numbers of its step. */
import { upload } from '../support/upload.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { today } from '../../src/platform/format/zone.ts'
import type { Answer, Browser, TestApp } from '../support/app.ts'
import { shownFields } from '../support/example-calls.ts'
import { addPeople, addPlanning, preview, put, saveList } from './enrolment-support.ts'

const LAYOUT = 1

/** The people and plannings of one sequence; people who went stay among them, as in a page that was not drawn anew. */
export interface World {
  app: TestApp
  planner: Browser
  administrator: Browser
  people: number[]
  /** What can be taken back, newest last. */
  sets: number[]
  /** Words that only people have who were anonymised. */
  forgotten: string[]
  parts: number[]
  /** Of the parts, one in each planning that was held. */
  held: number[]
  planningIds: number[]
  company: number
}

export interface Step {
  command: keyof typeof COMMANDS
  who: number[]
  where: number
  other: number
  places: number
  flag: boolean
}

/** A document of somebody, in which the name stands. */
async function addDocument({ app, administrator }: Pick<World, 'app' | 'administrator'>, id: number): Promise<void> {
  const { rows } = await app.pool.query<{ name: string }>('select last_name as name from contacts where id = $1', [id])
  const bytes = `%PDF-1.7\n% ${rows[0]!.name}\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`
  const type = { type_id: app.story.documents.type }
  await upload(administrator, `/documents/add?contact_id=${id}`, type, { name: 'brief.pdf', bytes })
}

/** Two coming plannings with few places and two that were held, in which some are enrolled. */
export async function newWorld(app: TestApp, planner: Browser, administrator: Browser): Promise<World> {
  const company = app.story.companies.kuipers
  const people = [...(await addPeople(app, 4)), ...(await addPeople(app, 3, company))]
  // Of those who have been enrolled, whom nobody can delete anyhow.
  for (const id of people.slice(0, 3)) await addDocument({ app, administrator }, id)
  const components = app.db.selectFrom('course_components').select('id').where('course_id', '=', app.story.courses.bhv)
  const [theory, practice] = (await components.orderBy('position').execute()).map(({ id }) => id)
  const both = [theory!, practice!]
  const coming = [
    await addPlanning(app, { components: both, max: 3 }),
    await addPlanning(app, { components: both, max: 2 }),
  ]
  const past = { inDays: -20, status: 'executed', max: 4 }
  const held = [await addPlanning(app, past), await addPlanning(app, { ...past, components: both })]
  for (const { parts } of held) await put(app, parts, people.slice(0, 3))
  const passed = app.db.updateTable('enrolments').set({ present: 1, passed: 1 })
  await passed.where('appointment_id', 'in', held[0]!.parts).execute()
  return {
    app,
    planner,
    administrator,
    people,
    sets: [],
    forgotten: [],
    parts: [...coming, ...held].flatMap(({ parts }) => parts),
    held: held.map(({ parts }) => parts[0]!),
    planningIds: [...coming, ...held].map(({ planningId }) => planningId),
    company,
  }
}

const pick = <T>(from: readonly T[], n: number): T => from[n % from.length]!
const peopleOf = ({ people }: World, { who }: Step) => [...new Set(who.map((n) => pick(people, n)))]
const partOf = ({ parts }: World, { where }: Step) => pick(parts, where)
const what = ({ flag }: Step) => (flag ? 'all' : 'this')

/** One of the rows that this sequence made, or null when there is none. */
async function rowOf({ app, planningIds, people }: World, step: Step, query: string) {
  const { rows } = await app.pool.query<{ id: number; version: number }>(
    `with mine as (select $1::integer[] as planning_ids, $2::integer[] as people) ${query} order by id`,
    [planningIds, people],
  )
  return rows.length === 0 ? null : pick(rows, step.other)
}
const reservation = `select r.id, r.version from reservations r join appointments a on a.id = r.appointment_id, mine where a.group_id = any(planning_ids)`
const certificate = `select id, version from certificates, mine where group_id = any(planning_ids)`
const merge = `select id, version from merges, mine where record_type = 'contact' and kept_id = any(people)`

type Command = (world: World, step: Step) => Promise<Answer | null>

/** A change of one row of those, with the version it has. */
const changing =
  (query: string, path: string, form: (step: Step) => Record<string, string | number>): Command =>
  async (world, step) => {
    const row = await rowOf(world, step, query)
    return row && world.planner.post(path.replace(':id', String(row.id)), { ...row, ...form(step) })
  }

let listed = 0
/** A list of somebody new and somebody known, previewed and saved; who is new joins the people. */
const list: Command = async (world, step) => {
  const { app, planner, people } = world
  const known = await app.pool.query<{ name: string }>(
    `select concat_ws(' ', first_name, last_name) as name from contacts where id = $1`,
    [peopleOf(world, step)[0]],
  )
  const name = `Nieuw Gezicht${String.fromCharCode(97 + (listed % 26))}${'a'.repeat(Math.floor(listed++ / 26))}`
  const text = ['Naam', name, ...known.rows.map((row) => row.name)].join('\n')
  const answer = await preview(planner, partOf(world, step), { text })
  if (answer.status >= 300) return answer
  // Of a line of which the name alone is known the planner says who it is.
  const choices = answer
    .$('input[type="radio"][name^="lines["]')
    .toArray()
    .map((radio) => [answer.$(radio).attr('name')!, answer.$(radio).attr('value')!] as const)
  const chosen = Object.fromEntries(step.flag ? choices.toReversed() : choices)
  const saved = await saveList(planner, partOf(world, step), answer, { ...chosen, private_persons: '1' })
  const added = await app.db.selectFrom('contacts').select('id').where('last_name', '=', name.split(' ')[1]!).execute()
  people.push(...added.map(({ id }) => id))
  return saved
}

/** Presence and passed of everybody in a part that was held, so that certificates can follow. */
const results: Command = async ({ app, planner, held, parts }, step) => {
  const part = step.flag ? pick(held, step.where) : pick(parts, step.where)
  const rows = await app.db.selectFrom('enrolments').select('contact_id').where('appointment_id', '=', part).execute()
  const passed = step.places > 1 ? '1' : '0'
  const form = rows.flatMap(({ contact_id: id }) => [
    [`present_students[${id}-${part}]`, '1'],
    [`passed_students[${id}-${part}]`, passed],
  ])
  return planner.post(`/calendar/results/${part}`, Object.fromEntries(form) as Record<string, string>)
}

let edited = 0
const edit: Command = async (world, step) => {
  const form = await world.planner.get(`/contact/edit/${pick(world.people, step.other)}`)
  if (form.status >= 300) return form
  const url = `/contact/edit/${pick(world.people, step.other)}`
  return world.planner.post(url, { ...shownFields(form.$), last_name: `Persoonnaam${++edited}x` })
}

/** What is called like nobody else: the last names and addresses of a person under every number it had. */
async function wordsOf({ app }: World, id: number): Promise<string[]> {
  const { rows } = await app.owner.pool.query<{ word: string }>(
    `with recursive ids as (select $1::integer as id
       union select gone_id from merges join ids on kept_id = ids.id where record_type = 'contact' and undone_at is null),
     told as (select changes from history join ids on record_type = 'contact' and record_id = ids.id)
     select distinct word from (
       select last_name as word from contacts join ids using (id) union select email from contacts join ids using (id)
       union select value from told, jsonb_each(changes) as change(name, pair),
         jsonb_array_elements_text(case when jsonb_typeof(pair) = 'array' then pair else '[]' end) as value
       where change.name in ('last_name', 'email')) w
     where word ~ '^(Persoon|Gezicht|proef)[a-z]*[0-9]*x?'`,
    [id],
  )
  return rows.map(({ word }) => word)
}

const anonymise: Command = async (world, step) => {
  const id = pick(world.people, step.other)
  const words = await wordsOf(world, id)
  const answer = await world.administrator.post(`/privacy/anonymise/${id}`, { word: 'anonimiseren' })
  if (answer.status < 300) world.forgotten.push(...words)
  return answer
}

/** One of the last saves is taken back, by who made it. */
const takeBack: Command = async ({ planner, sets }, step) => {
  const set = sets.splice(-1 - (step.where % Math.min(sets.length, 3)), 1)[0]
  return set === undefined ? null : planner.post(`/undo/${set}`)
}

export const COMMANDS = {
  edit,
  anonymise,
  takeBack,
  enrol: (world, step) =>
    world.planner.post(`/calendar/enroll/${partOf(world, step)}/0`, {
      'students[]': peopleOf(world, step),
      what_appointments: what(step),
      ...(step.places === 3 ? { raise_maximum: '1' } : {}),
    }),
  list,
  reserve: (world, step) =>
    world.planner.post(`/calendar/getReservationView/${partOf(world, step)}`, {
      places: step.places,
      what_appointments: what(step),
      ...(step.other % 2 === 0 ? { company_id: world.company } : { contact_id: peopleOf(world, step)[0]! }),
    }),
  resize: changing(reservation, '/calendar/getReservation/:id', ({ places }) => ({ places, company_id: 1 })),
  release: changing(reservation, '/calendar/deleteReservation', () => ({})),
  unsubscribe: (world, step) =>
    world.planner.post(`/calendar/unsubscribeStudents/${partOf(world, step)}`, {
      students: peopleOf(world, step).join(','),
      ...(step.flag ? { remove_from_all_appointments: '1' } : {}),
    }),
  move: (world, step) =>
    world.planner.post(`/calendar/moveStudents/${partOf(world, step)}`, {
      students: peopleOf(world, step).join(','),
      appointment_id: pick(world.parts, step.other),
      what_appointments: what(step),
      ...(step.places > 1 ? { historical_courses: '1' } : {}),
    }),
  results,
  issue: (world, step) =>
    world.planner.post(`/certificate/getCertificateWizard/${pick(world.held, step.where)}`, {
      'layouts[]': LAYOUT,
      issued_on: formatDate(today()),
      'students[]': world.people,
    }),
  withdraw: changing(certificate, '/certificate/withdraw/:id', () => ({ reason: 'Naam verkeerd' })),
  reissue: changing(certificate, '/certificate/reissue/:id', () => ({ reason: 'Naam verkeerd' })),
  merge: (world, step) =>
    world.planner.post('/contacts/merge', {
      kept_id: pick(world.people, step.where),
      gone_id: pick(world.people, step.other),
    }),
  undo: changing(merge, '/merged/undo', () => ({})),
  toggle: (world, step) => world.planner.post('/contact/disable', { id: pick(world.people, step.other) }),
  remove: (world, step) => world.planner.post('/contact/delete', { id: pick(world.people, step.other) }),
} satisfies Record<string, Command>
