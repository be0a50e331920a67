import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addCourse } from '../support/builders.ts'
import { addPeople, addPlanning, fieldsIn, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

const url = (part: number) => `/calendar/cancel/${part}`
const statuses = async (parts: number[]) =>
  (await app.db.selectFrom('appointments').select('status').where('id', 'in', parts).orderBy('id').execute()).map(
    ({ status }) => status,
  )
const mailed = async (contacts: number[]) =>
  app.db
    .selectFrom('mails')
    .select(['object_id', 'state', 'subject'])
    .where('object_type', '=', 'contact')
    .where('object_id', 'in', contacts)
    .execute()

/** A planning with people, of whom the last has no e-mail address. */
async function planned() {
  const { parts } = await addPlanning(app, { components: [null, null] })
  const people = await addPeople(app, 3)
  await put(app, parts, people)
  await app.db.updateTable('contacts').set({ email: null }).where('id', '=', people[2]!).execute()
  return { parts, people }
}

describe('cancelling a planning', () => {
  it('shows what goes and whom it tells, with the text as one of them gets it', async () => {
    const { parts } = await planned()
    const answer = await planner.get(url(parts[0]!))
    expect(answer.$('li').text()).toMatch(/Deel 1.*3 cursisten.*Deel 2.*3 cursisten/)
    expect(answer.$('.choices').text()).toBe('Cursisten (2, 1 zonder e-mailadres)')
    expect(answer.$('[type=submit]').text()).toBe('Planning annuleren')
    const preview = await planner.post(answer.$('[hx-post^="/messages/preview"]').attr('hx-post')!, {
      ...fieldsIn(answer),
      kinds: 'students',
    })
    expect(preview.text).toMatch(/Geannuleerd: .+ op \d\d-\d\d-\d{4}/)
    expect(preview.text).toContain('Beste Proef')
  })

  it('names other dates with a place: of the course, then of what may take its place; and whom to ask where there is none', async () => {
    const [courseId, alternative] = [await addCourse(app.db), await addCourse(app.db)]
    await app.db
      .insertInto('course_alternatives')
      .values({ course_id: courseId, alternative_id: alternative })
      .execute()
    await app.db.updateTable('courses').set({ description: 'Andere opleiding' }).where('id', '=', alternative).execute()
    const { parts } = await addPlanning(app, { courseId })
    const [reader, ...others] = await addPeople(app, 2)
    await put(app, parts, [reader!])
    const [teacher] = await addPeople(app, 1)
    await app.db.insertInto('appointment_responsibles').values({ appointment_id: parts[0]!, contact_id: teacher!, role_id: 3 }).execute() // prettier-ignore
    const text = async (kind = 'students') => {
      const answer = await planner.get(url(parts[0]!))
      const address = answer.$('[hx-post^="/messages/preview"]').attr('hx-post')!
      const shown = await planner.post(address, {
        ...fieldsIn(answer),
        kinds: kind,
        preview: kind === 'students' ? reader! : teacher!,
      })
      expect(shown.status).toBe(200)
      return shown.text.replace(/\s+/g, ' ')
    }
    expect(await text()).toContain('Neem dan contact met ons op.')
    const full = await addPlanning(app, { courseId, inDays: 41, max: 1 })
    await put(app, full.parts, others)
    await addPlanning(app, { courseId, inDays: 42, status: 'option' })
    await addPlanning(app, { courseId, inDays: 43, incompany: app.story.companies.deLinde })
    const asked = await addPlanning(app, { courseId, inDays: 44 })
    await app.db.insertInto('waiting_turns').values({ group_id: asked.planningId, pending: true }).execute()
    await addPlanning(app, { courseId: alternative, inDays: 20, max: 3 })
    const half = await addPlanning(app, { courseId, inDays: 45, components: [null, null], max: 1 })
    await put(app, half.parts.slice(1), others)
    const goal = await addPlanning(app, { courseId, inDays: 50, max: 2 })
    const { starts_at } = await app.db
      .selectFrom('appointments')
      .select('starts_at')
      .where('id', '=', goal.parts[0]!)
      .executeTakeFirstOrThrow()
    const told = await text()
    expect(told).toContain('Op deze datums is er nog plaats:')
    expect(told.match(/plaats(?:en)? vrij\)/g)).toHaveLength(2)
    expect(told.indexOf(formatDate(starts_at))).toBeGreaterThan(0)
    expect(told.indexOf('Andere opleiding: ')).toBeGreaterThan(told.indexOf(formatDate(starts_at)))
    expect(told).not.toContain('Neem dan contact met ons op.')
    expect(await text('responsibles')).not.toContain('Op deze datums')
  })

  it('says nothing of students where there are none, neither on the page nor to who gives it', async () => {
    const { parts } = await addPlanning(app)
    const [teacher, student] = await addPeople(app, 2)
    await app.db.insertInto('appointment_responsibles').values({ appointment_id: parts[0]!, contact_id: teacher!, role_id: 3 }).execute() // prettier-ignore
    const alone = await planner.get(url(parts[0]!))
    expect(alone.$('.form-part .muted').first().text()).toBe('Lokaal en docent komen vrij.')
    const text = ({ $ }: typeof alone) => String($('[name=content]').attr('value') ?? $('[name=content]').text())
    expect(text(alone)).toContain('<p>Hebt u vragen? Neem dan contact met ons op.</p>')
    expect(text(alone)).not.toContain('datum komen')
    await put(app, parts, [student!])
    const both = await planner.get(url(parts[0]!))
    expect(both.$('.form-part .muted').first().text()).toMatch(/^De cursisten blijven ingeschreven;/)
    expect(text(both)).toContain('wilt u op een andere datum komen?')
  })

  it('cancels what is still to come and tells those whom it showed, until that is taken back', async () => {
    const { parts, people } = await planned()
    await app.db.updateTable('appointments').set({ status: 'done' }).where('id', '=', parts[0]!).execute()
    const { _once, ...fields } = fieldsIn(await planner.get(url(parts[1]!)))
    const form = { ...fields, kinds: 'students' }
    expect(_once).toBeDefined()
    const saved = await planner.post(url(parts[1]!), form)
    expect([saved.status, saved.trigger.flash?.str]).toEqual([204, expect.stringContaining('geannuleerd')])
    expect(await statuses(parts)).toEqual(['done', 'cancelled'])
    expect((await mailed(people)).map(({ object_id, state }) => [object_id, state])).toEqual([
      [people[0], 'queued'],
      [people[1], 'queued'],
    ])
    expect((await planner.post(url(parts[1]!), form)).status).toBe(422)
    expect((await planner.post(`/undo/${saved.undo!.set}`)).status).toBe(204)
    expect(await statuses(parts)).toEqual(['done', 'planned'])
    expect((await mailed(people)).filter(({ state }) => state === 'queued')).toEqual([])
  })

  it('stands among the last actions by its number and its course', async () => {
    const { parts } = await planned()
    const { _once, ...fields } = fieldsIn(await planner.get(url(parts[0]!)))
    expect([_once, (await planner.post(url(parts[0]!), fields)).status]).toEqual([expect.any(String), 204])
    const { group_id } = await app.db.selectFrom('appointments').select('group_id').where('id', '=', parts[0]!).executeTakeFirstOrThrow() // prettier-ignore
    expect((await planner.get('/undo')).text).toContain(`wijzigde de status van 2 onderdelen van planning ${group_id} (BHV basis)`) // prettier-ignore
  })

  it('is taken back whole, with its mail, or not at all', async () => {
    const { parts, people } = await planned()
    const { _once, ...fields } = fieldsIn(await planner.get(url(parts[0]!)))
    expect(_once).toBeDefined()
    const saved = await planner.post(url(parts[0]!), { ...fields, kinds: 'students' })
    // Somebody does something else with one of the two.
    await app.db.updateTable('appointments').set({ status: 'option' }).where('id', '=', parts[1]!).execute()
    const refused = await planner.post(`/undo/${saved.undo!.set}`)
    expect(refused.status).toBe(409)
    expect(await statuses(parts)).toEqual(['cancelled', 'option'])
    expect((await mailed(people)).map(({ state }) => state)).toEqual(['queued', 'queued'])
  })

  it('leaves a part that is finished at the same moment as it is', async () => {
    const { parts } = await planned()
    const { kinds: _kinds, _once: _token, ...form } = fieldsIn(await planner.get(url(parts[0]!)))
    const holder = await app.pool.connect()
    try {
      await holder.query('begin')
      await holder.query(`update appointments set status = 'done' where id = $1`, [parts[0]])
      const saving = planner.post(url(parts[0]!), form)
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await app.pool.query(waiting)).rowCount, { timeout: 15_000 }).toBe(1)
      await holder.query('commit')
      expect((await saving).status).toBe(204)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect(await statuses(parts)).toEqual(['done', 'cancelled'])
  })

  it('cancels one part alone, with a text that says which and that the others go on, until that is taken back', async () => {
    const { parts, people } = await planned()
    const one = `${url(parts[1]!)}?what=part`
    await app.db
      .updateTable('appointments')
      .set({ description: 'Praktijk {{ x }}' })
      .where('id', '=', parts[1]!)
      .execute()
    const asked = await planner.get(one)
    expect(asked.$('li').text()).toMatch(/^Praktijk/)
    expect(asked.$('[type=submit]').text()).toBe('Onderdeel annuleren')
    const { _once, ...fields } = fieldsIn(asked)
    expect([_once, fields.content]).toEqual([
      expect.anything(),
      expect.stringContaining('De andere onderdelen gaan wel door.'),
    ])
    const saved = await planner.post(one, { ...fields, kinds: 'students' })
    expect([saved.status, saved.trigger.flash?.str]).toEqual([204, expect.stringMatching(/^Praktijk .*geannuleerd/)])
    expect(await statuses(parts)).toEqual(['planned', 'cancelled'])
    const [mail] = await mailed(people)
    expect(mail?.subject).toMatch(/^Geannuleerd: Praktijk +x +van /)
    expect((await planner.post(one, fields)).status).toBe(422)
    // What is left is the planning itself, which the other way cancels.
    expect((await planner.get(url(parts[1]!))).$('li').text()).toMatch(/^Deel 1/)
    expect((await planner.post(`/undo/${saved.undo!.set}`)).status).toBe(204)
    expect(await statuses(parts)).toEqual(['planned', 'planned'])
    // Where the others have been, nothing goes on.
    await app.db
      .updateTable('appointments')
      .set({ starts_at: new Date(Date.now() - 7_200_000), ends_at: new Date(Date.now() - 3_600_000) })
      .where('id', '=', parts[0]!)
      .execute()
    expect(fieldsIn(await planner.get(one)).content).not.toContain('andere onderdelen')
  })

  it('sends nothing where nobody is ticked, to others than it showed, or that cannot be made for all', async () => {
    const { parts, people } = await planned()
    const { kinds: _kinds, _once: _token, ...form } = fieldsIn(await planner.get(url(parts[0]!)))
    const wrong = await planner.post(url(parts[0]!), { ...form, kinds: 'students', subject: '{{ onbekend }}' })
    expect([wrong.status, Object.keys(wrong.json())]).toEqual([422, ['content']])
    const others = await planner.post(url(parts[0]!), { ...form, kinds: 'present' })
    expect([others.status, Object.keys(others.json())]).toEqual([422, ['kinds']])
    expect(await statuses(parts)).toEqual(['planned', 'planned'])
    const saved = await planner.post(url(parts[0]!), form)
    expect(saved.trigger.flash?.str).toMatch(/^Planning \d+ geannuleerd$/)
    expect([await statuses(parts), await mailed(people)]).toEqual([['cancelled', 'cancelled'], []])
  })

  it('is offered to who plans while something is still to come', async () => {
    const { parts } = await planned()
    const menu = async () => {
      const { $ } = await planner.get(`/calendar/view-appointment/${parts[0]}`)
      return Buffer.from(String($('[data-popup-options]').val()), 'base64').toString()
    }
    expect(await menu()).toContain(`"${url(parts[0]!)}"`)
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', 'in', parts).execute()
    expect(await menu()).not.toContain(url(parts[0]!))
    expect((await (await app.as(3)).get(url(parts[0]!))).status).toBe(403)
  })
})
