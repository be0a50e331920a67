import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { sendDue } from '../../src/system/moments/moments.job.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addPeople, addPlanning, fieldsIn, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  await app.db.updateTable('message_moments').set({ active: false }).execute()
})
afterAll(() => app.close())

const MINUTE = 60_000
const DAY = 86_400_000
const url = (part: number) => `/calendar/confirm/${part}`
const statuses = async (parts: number[]) =>
  (await app.db.selectFrom('appointments').select('status').where('id', 'in', parts).orderBy('id').execute()).map(
    ({ status }) => status,
  )
/** The mails to these people that wait or went, by who gets them and what they say. */
const mailed = async (contacts: number[]) => {
  const rows = await app.db
    .selectFrom('mails')
    .select(['object_id', 'subject'])
    .where('object_type', '=', 'contact')
    .where('object_id', 'in', contacts)
    .where('state', '=', 'queued')
    .orderBy('id')
    .execute()
  return rows.map(({ object_id, subject }) => [object_id, subject.split(':')[0]])
}

/** An option with people, of whom the last has no e-mail address, and a teacher. */
async function option() {
  const { parts, planningId } = await addPlanning(app, { components: [null, null], status: 'option' })
  const [teacher, ...people] = await addPeople(app, 4)
  await put(app, parts, people)
  await app.db.updateTable('contacts').set({ email: null }).where('id', '=', people[2]!).execute()
  await app.db
    .insertInto('appointment_responsibles')
    .values({ appointment_id: parts[0]!, contact_id: teacher!, role_id: ROLE.teacher })
    .execute()
  return { parts, planningId, people, teacher: teacher! }
}

it('asks whom it tells, with the text as one of them gets it', async () => {
  const { parts, people } = await option()
  const asked = await planner.get(url(parts[0]!))
  expect(asked.$('li').text()).toMatch(/Deel 1.*3 cursisten.*Deel 2.*3 cursisten/)
  expect(
    asked
      .$('.choices label')
      .toArray()
      .map((label) => asked.$(label).text()),
  ).toEqual(['Cursisten (2, 1 zonder e-mailadres)', 'Verantwoordelijken (1)'])
  expect(asked.$('[type=submit]').text()).toBe('Planning bevestigen')
  const preview = await planner.post(asked.$('[hx-post^="/messages/preview"]').attr('hx-post')!, {
    ...fieldsIn(asked),
    kinds: 'students',
    preview: String(people[0]),
  })
  expect(preview.text).toMatch(/Gaat door: .+ op \d\d-\d\d-\d{4}/)
  expect(preview.text).toMatch(/Deel 1: \d\d-\d\d-\d{4} van/)
  expect(await statuses(parts)).toEqual(['option', 'option'])
})

it('tells those who are ticked, and what has not left goes back with it', async () => {
  const { parts, people, teacher } = await option()
  const { _once, ...fields } = fieldsIn(await planner.get(url(parts[0]!)))
  expect(_once).toBeDefined()
  const form = { ...fields, kinds: ['students', 'responsibles'] }
  const saved = await planner.post(url(parts[1]!), form)
  expect([saved.status, saved.trigger.flash?.str]).toEqual([204, expect.stringMatching(/^Planning \d+ bevestigd/)])
  expect(await statuses(parts)).toEqual(['confirmed', 'confirmed'])
  expect((await mailed([...people, teacher])).sort()).toEqual(
    [people[0], people[1], teacher].map((id) => [id, 'Gaat door']).sort(),
  )
  const again = await planner.post(url(parts[0]!), form)
  expect([again.status, again.json()]).toEqual([422, { _form: ['Deze planning is al bevestigd.'] }])
  expect((await planner.post(`/undo/${saved.undo!.set}`)).status).toBe(204)
  expect([await statuses(parts), await mailed([...people, teacher])]).toEqual([['option', 'option'], []])
})

it('tells nobody where nobody is ticked, and nobody whom it did not show', async () => {
  const { parts, people, teacher } = await option()
  const { kinds: _kinds, _once: _token, ...form } = fieldsIn(await planner.get(url(parts[0]!)))
  const others = await planner.post(url(parts[0]!), { ...form, kinds: 'reservers' })
  expect([others.status, Object.keys(others.json())]).toEqual([422, ['kinds']])
  const saved = await planner.post(url(parts[0]!), form)
  expect(saved.trigger.flash?.str).toMatch(/^Planning \d+ bevestigd$/)
  expect([await statuses(parts), await mailed([...people, teacher])]).toEqual([['confirmed', 'confirmed'], []])
})

it('leaves who was waiting for the confirmation of their enrolment to that, so that nobody gets two', async () => {
  const { parts, people, planningId } = await option()
  // Of the first it is too long ago to be confirmed by itself.
  await app.db
    .updateTable('enrolments')
    .set({ created_at: new Date(Date.now() - 9 * DAY) })
    .where('contact_id', '=', people[0]!)
    .execute()
  const { id: moment } = await app.db
    .insertInto('message_moments')
    .values({
      kind: 'enrolment',
      days: 0,
      at: null,
      recipients: 'students',
      conditions: ['certain'],
      template_id: app.story.defaultMessage,
      active: true,
      active_since: new Date(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sendDue(app.services, new Date(Date.now() + MINUTE))
  expect(await mailed(people)).toEqual([])
  const asked = await planner.get(url(parts[0]!))
  expect(asked.$('.choices label').first().text()).toBe('Cursisten (1, 1 zonder e-mailadres)')
  expect(asked.text).toMatch(/1 persoon krijgt vanzelf ‘.+’, en daarom niet ook dit bericht/)
  await planner.post(url(parts[0]!), { ...fieldsIn(asked), kinds: 'students' })
  await sendDue(app.services, new Date(Date.now() + MINUTE))
  const told = await mailed(people)
  expect(told.map(([id]) => id)).toEqual([people[0], people[1]])
  expect(told[0]![1]).toBe('Gaat door')
  expect(told[1]![1]).not.toBe('Gaat door')
  // Where a planner stopped that message here, the question reaches everybody.
  const other = await option()
  await app.db.insertInto('moment_stops').values({ moment_id: moment, scope_id: other.planningId }).execute()
  expect(other.planningId).not.toBe(planningId)
  expect((await planner.get(url(other.parts[0]!))).$('.choices label').first().text()).toBe(
    'Cursisten (2, 1 zonder e-mailadres)',
  )
  await app.db.updateTable('message_moments').set({ active: false }).where('id', '=', moment).execute()
})
