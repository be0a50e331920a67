// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { sendDue } from '../../src/system/moments/moments.job.ts'
import { addCourse, addPart } from '../support/builders.ts'
import { countQueries } from '../support/queries.ts'
import { addPeople, addPlanning, peopleIn, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const PATH = '/courseRefresher/proposal'
const LATER = formatDate(addDays(today(), 400))

/** So many people whose refresher of a course ends in so many days. */
async function due(courseId: number, count: number, { days = 60, companyId = null as number | null } = {}) {
  const people = await addPeople(app, count, companyId)
  const rows = await app.db
    .insertInto('contact_refreshers')
    .values(people.map((contact_id) => ({ contact_id, course_id: courseId, expires_at: addDays(today(), days) })))
    .returning('id')
    .execute()
  return { people, ids: rows.map(({ id }) => id) }
}
const step = (key: string, fields: Record<string, string | string[] | number>, query = '') =>
  planner.post(`${PATH}?step=${key}${query}`, fields)
const proposalFor = (course_id: number, more: Record<string, string | number> = {}) =>
  step('proposal', { course_id, until: LATER, ...more })
/** The lines of a proposal with a box, as they would be sent. */
const linesIn = ({ $ }: Answer) =>
  $('input[name="lines[]"]')
    .toArray()
    .map((box) => $(box).attr('value')!)
const keyOf = (line: string) => line.split(':')[1]!
const accept = (lines: string[], more: Record<string, string> = {}) => planner.post(PATH, { 'lines[]': lines, ...more })
const textOf = ({ $ }: Answer, selector: string) => $(selector).text().replace(/\s+/g, ' ').trim()

/** Three people of whom two come into a planning that is there, and the last into one that is to be made. */
async function twoPlannings() {
  const course = await addCourse(app.db, { max_count: 8 })
  const { people, ids } = await due(course, 3)
  const there = await addPlanning(app, { courseId: course, inDays: 20, max: 2 })
  const lines = linesIn(await proposalFor(course, { minimum: 1 }))
  const [old, , made] = lines.map(keyOf) as [string, string, string]
  const [first, , last] = lines.map((line) => people[ids.indexOf(Number(line.split(':')[0]))]!)
  return { course, there, lines, old, made, first: first!, last: last! }
}

describe('a proposal for refreshers', () => {
  it('goes from who to where to what it will do, and stores nothing before the last button', async () => {
    const course = await addCourse(app.db)
    const { people } = await due(course, 2)
    const { parts } = await addPlanning(app, { courseId: course, inDays: 20, max: 5 })
    const first = await planner.get(PATH)
    const keys = first.$('[data-step-key]').toArray().map((one) => first.$(one).attr('data-step-key')) // prettier-ignore
    expect(keys).toEqual(['who', 'proposal', 'check'])
    const shown = await proposalFor(course)
    const lines = linesIn(shown)
    expect(lines.map(keyOf)).toEqual([`p${parts[0]!}`, `p${parts[0]!}`])
    expect(shown.text).toContain('Eerste planning van Testopleiding met plaats.')
    const check = await step('check', { 'lines[]': lines })
    expect(textOf(check, '.confirm')).toContain('1 planning wordt aangevuld.')
    expect(check.$('[data-accept-label]').attr('data-accept-label')).toBe('2 cursisten inschrijven')
    expect(await peopleIn(app, parts[0]!)).toEqual([])
    expect((await accept(lines)).status).toBe(200)
    expect(await peopleIn(app, parts[0]!)).toEqual(people)
  })

  it('fills places that are free, never those that are reserved, held or promised to who waits', async () => {
    const course = await addCourse(app.db)
    await due(course, 6)
    const { planningId, parts } = await addPlanning(app, { courseId: course, inDays: 20, max: 6 })
    await put(app, parts, await addPeople(app, 2))
    await app.db.insertInto('reservations').values({ appointment_id: parts[0]!, company_id: app.story.companies.twente, places: 1 }).execute() // prettier-ignore
    expect(linesIn(await proposalFor(course))).toHaveLength(3)
    await app.db.insertInto('waiting_turns').values({ group_id: planningId, pending: true }).onConflict((c) => c.column('group_id').doUpdateSet({ pending: true })).execute() // prettier-ignore
    const promised = await proposalFor(course)
    expect(linesIn(promised).filter((line) => keyOf(line).startsWith('p'))).toEqual([])
  })

  it('leaves out who is enrolled already, is out of use, or is past the grace, and keeps to company and period', async () => {
    const course = await addCourse(app.db)
    const own = await due(course, 1, { companyId: app.story.companies.deLinde })
    await app.db.insertInto('contact_companies').values(own.people.map((contact_id) => ({ contact_id, company_id: app.story.companies.deLinde }))).onConflict((c) => c.doNothing()).execute() // prettier-ignore
    const booked = await due(course, 1)
    const off = await due(course, 1)
    const over = await due(course, 1, { days: -200 })
    const far = await due(course, 1, { days: 300 })
    const { parts } = await addPlanning(app, { courseId: course, inDays: 20 })
    await put(app, parts, booked.people)
    await app.db.updateTable('contacts').set({ active: false }).where('id', 'in', off.people).execute()
    const named = async (more: Record<string, string | number>) => linesIn(await proposalFor(course, more)).map((line) => Number(line.split(':')[0])) // prettier-ignore
    expect((await named({})).sort()).toEqual([...own.ids, ...far.ids].sort())
    expect(await named({ company_id: app.story.companies.deLinde })).toEqual(own.ids)
    expect(await named({ until: formatDate(addDays(today(), 90)) })).toEqual(own.ids)
    expect(over.ids).toHaveLength(1)
    const chosen = await planner.post(`${PATH}?step=proposal&ids=${far.ids.join()}`, {})
    expect(linesIn(chosen).map((line) => Number(line.split(':')[0]))).toEqual(far.ids)
  })

  it('proposes a planning with a room and a teacher that are free, makes it, and is undone by one click', async () => {
    const course = await addCourse(app.db, { max_count: 8 })
    const { people } = await due(course, 5)
    const shown = await proposalFor(course)
    const lines = linesIn(shown)
    expect(lines).toHaveLength(5)
    const key = keyOf(lines[0]!)
    expect(key).toMatch(/^n\d+\.[1-9]\d*\.[1-9]\d*\.\d{4}-\d\d-\d\d$/)
    expect(shown.text).toContain('alle 5 cursisten zijn op tijd')
    const check = await step('check', { 'lines[]': lines })
    expect(check.$('[data-accept-label]').attr('data-accept-label')).toBe('5 cursisten inschrijven en 1 planning maken')
    const until = shown.$('input[name=option_until]')
    expect([until.attr('value'), until.attr('disabled') !== undefined]).toEqual([
      formatDate(addDays(today(), 14)),
      true,
    ])
    const saved = await accept(lines, { status: 'option', option_until: formatDate(addDays(today(), 9)) })
    expect(saved.status).toBe(200)
    const made = await app.db
      .selectFrom('appointments')
      .innerJoin('appointment_groups as g', 'g.id', 'appointments.group_id')
      .innerJoin('appointment_responsibles as r', 'r.appointment_id', 'appointments.id')
      .select(['appointments.id', 'room_id', 'r.contact_id', 'status', 'max_count', 'enrolled_count', 'option_until'])
      .where('course_id', '=', course)
      .execute()
    const [, room, teacher] = key.slice(1).split('.').map(Number)
    expect(made).toMatchObject([
      { room_id: room, contact_id: teacher, status: 'option', max_count: 8, enrolled_count: 5 },
    ])
    // Never past the day before it begins.
    expect(made[0]!.option_until! <= addDays(today(), 9) && made[0]!.option_until! >= today()).toBe(true)
    expect(await peopleIn(app, made[0]!.id)).toEqual(people)
    expect((await planner.post(`/undo/${saved.undo!.set}`)).status).toBeLessThan(300)
    const left = await app.db.selectFrom('appointment_groups').select('id').where('course_id', '=', course).execute()
    expect(left).toEqual([])
  })

  it('gives each part of a new planning its own teacher where nobody can give all of them', async () => {
    const course = await addCourse(app.db, { max_count: 8 })
    const skills = await app.db
      .insertInto('skills')
      .values(['Voordoen', 'Nakijken'].map((name) => ({ name: `${name} ${course}` })))
      .returning('id')
      .execute()
    const teachers = await addPeople(app, 2)
    for (const [i, { id: skill_id }] of skills.entries()) {
      const { id } = await app.db
        .insertInto('course_components')
        .values({ course_id: course, position: i + 1, description: `Dag ${i + 1}`, duration_minutes: 240, days_after_previous: i })
        .returning('id')
        .executeTakeFirstOrThrow() // prettier-ignore
      await app.db.insertInto('component_skills').values({ component_id: id, skill_id }).execute()
      await app.db.insertInto('contact_skills').values({ contact_id: teachers[i]!, skill_id }).execute()
    }
    await app.db
      .updateTable('contacts')
      .set({ roles: [ROLE.teacher] })
      .where('id', 'in', teachers)
      .execute()
    await due(course, 4)
    const lines = linesIn(await proposalFor(course))
    expect(lines).toHaveLength(4)
    expect((await accept(lines)).status).toBe(200)
    const given = await app.db
      .selectFrom('appointments as a')
      .innerJoin('appointment_groups as g', 'g.id', 'a.group_id')
      .innerJoin('appointment_responsibles as r', 'r.appointment_id', 'a.id')
      .select('r.contact_id')
      .where('g.course_id', '=', course)
      .orderBy('a.starts_at')
      .execute()
    expect(given.map(({ contact_id }) => contact_id)).toEqual(teachers)
    for (const key of [`n${course}.0.${teachers.join('_')}_1.2033-01-01`, `n${course}.0.1_.2033-01-01`])
      expect((await accept([`1:${key}`])).status).toBe(422)
  })

  it('tells which messages go, and how many, before anything is done', async () => {
    const course = await addCourse(app.db, { max_count: 8 })
    const { people } = await due(course, 5)
    await app.db.updateTable('contacts').set({ email: null }).where('id', 'in', people.slice(3)).execute()
    const lines = linesIn(await proposalFor(course))
    const told = async (status: string) => textOf(await step('check', { 'lines[]': lines, status }), '.outcomes')
    expect(await told('planned')).toContain('3 e-mails gaan vanzelf uit: ‘Bevestiging van inschrijving’.')
    expect(await told('option')).toContain('Er gaat vanzelf geen bericht uit.')
    await accept(lines)
    await sendDue(app.services, new Date(Date.now() + 120_000))
    const { n } = await app.db
      .selectFrom('moment_sends')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('recipient_id', 'in', people)
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(3)
  })

  it('tells who is ticked, with counts and a text, and who hears of it by itself nothing else', async () => {
    const { contacts } = app.story
    const course = await addCourse(app.db, { max_count: 8 })
    const { people } = await due(course, 5)
    await app.db.updateTable('contacts').set({ email: null }).where('id', '=', people[4]!).execute()
    for (const contact_id of people.slice(0, 2))
      await app.db.insertInto('supervisions').values({ contact_id, supervisor_id: contacts.supervisor }).execute()
    const lines = linesIn(await proposalFor(course))
    const teacher = Number(keyOf(lines[0]!).slice(1).split('.')[2])
    const offered = async (status: string) => {
      const { $ } = await step('check', { 'lines[]': lines, status })
      return $('input[name=kinds]').toArray().map((box) => $(box).closest('label').text().trim()) // prettier-ignore
    }
    // One text for all of them: it says of nobody whom it was planned for.
    const proposed = (await step('check', { 'lines[]': lines, status: 'option' })).$('[name=content]').val()
    expect(proposed).toContain('(planning {{ planning.nummer }}) is ingepland:')
    // Of what is certain the students read by the message of the organisation; nobody reads of an option.
    expect(await offered('planned')).toEqual(['Cursisten (0, 1 zonder e-mailadres)', 'Leidinggevenden (1)', 'Verantwoordelijken (1)']) // prettier-ignore
    expect(await offered('option')).toEqual(['Cursisten (4, 1 zonder e-mailadres)', 'Leidinggevenden (1)', 'Verantwoordelijken (1)']) // prettier-ignore
    const text = { subject: 'Ingepland: {{ planning.cursus }}', content: '<p>{{ planning.nummer }}</p>' }
    for (const wrong of [
      { kinds: 'iedereen', ...text },
      { kinds: 'students' },
      { kinds: 'students', ...text, content: '{{ niets }}' },
    ])
      expect((await accept(lines, wrong)).status).toBe(422)
    const saved = await planner.post(PATH, { 'lines[]': lines, status: 'option', 'kinds': ['students', 'responsibles'], ...text }) // prettier-ignore
    expect(saved.status).toBe(200)
    expect(saved.trigger.flash?.str).toContain('5 berichten staan')
    const written = () =>
      app.db
        .selectFrom('mails')
        .innerJoin('mailings', 'mailings.id', 'mails.mailing_id')
        .select(['mails.object_id', 'mails.state'])
        .where('mailings.subject', '=', text.subject)
        .execute()
    expect((await written()).map(({ object_id }) => object_id).sort()).toEqual([...people.slice(0, 4), teacher].sort())
    expect((await planner.post(`/undo/${saved.undo!.set}`)).status).toBeLessThan(300)
    expect((await written()).filter(({ state }) => state === 'queued')).toEqual([])
  })

  it('tells who comes into several plannings of their own one alone', async () => {
    const course = await addCourse(app.db)
    const { people } = await due(course, 2)
    const [one, other] = [await addPlanning(app, { courseId: course, inDays: 20, max: 1 }), await addPlanning(app, { courseId: course, inDays: 25, max: 1 })] // prettier-ignore
    const lines = linesIn(await proposalFor(course))
    expect(lines.map(keyOf).toSorted()).toEqual([`p${one.parts[0]!}`, `p${other.parts[0]!}`])
    const text = { subject: `Waarheen ${course}`, content: '<p>{{ planning.nummer }}</p>' }
    // Of an option nobody reads by itself, and of what is there nobody is told who gives it.
    await app.db.updateTable('message_moments').set({ active: false }).execute()
    const saved = await planner.post(PATH, { 'lines[]': lines, 'kinds': ['students', 'supervisors', 'responsibles'], ...text }) // prettier-ignore
    await app.db.updateTable('message_moments').set({ active: true }).execute()
    expect([saved.status, saved.trigger.flash?.str]).toEqual([200, expect.stringContaining('2 berichten staan')])
    const written = await app.db
      .selectFrom('mails')
      .innerJoin('mailings', 'mailings.id', 'mails.mailing_id')
      .select('mails.object_id')
      .where('mailings.subject', '=', text.subject)
      .execute()
    expect(written.map(({ object_id }) => object_id).sort()).toEqual([...people].sort())
  })

  it('shows the message beforehand as each of those who are told will get it, and sends and keeps nothing', async () => {
    const { contacts } = app.story
    const { there, lines, old, made, first, last } = await twoPlannings()
    expect([old, made]).toEqual([`p${there.parts[0]!}`, expect.stringMatching(/^n/)])
    await app.db.insertInto('supervisions').values({ contact_id: first, supervisor_id: contacts.supervisor }).execute() // prettier-ignore
    const { $ } = await step('check', { 'lines[]': lines, status: 'option' })
    const teacher = Number(made.slice(1).split('.')[2])
    // Who comes into the planning that is certain reads of it by itself.
    const readers = [`${contacts.supervisor}:${old}`, `${last}:${made}`, `${teacher}:${made}`]
    expect($('[name=reader] option').toArray().map((one) => $(one).attr('value'))).toEqual(expect.arrayContaining(readers)) // prettier-ignore
    const text = { subject: '{{ planning.cursus }} op {{ planning.datum }}', content: '<p>Beste {{ ontvanger.voornaam }}, planning {{ planning.nummer }}.</p>' } // prettier-ignore
    const read = (reader: string, more: Record<string, string | string[]> = {}) =>
      planner.post(`${PATH}/message`, { 'lines[]': lines, status: 'option', kinds: ['students', 'supervisors', 'responsibles'], ...text, reader, ...more }) // prettier-ignore
    const counts = async () => (await app.pool.query('select (select count(*) from mails) as mails, (select count(*) from enrolments) as enrolled, (select count(*) from appointments) as parts, (select count(*) from history) as history, (select count(*) from graphile_worker.jobs) as jobs')).rows[0] as object // prettier-ignore
    const before = await counts()
    const { starts_at } = await app.db.selectFrom('appointments').select('starts_at').where('id', '=', there.parts[0]!).executeTakeFirstOrThrow() // prettier-ignore
    for (const reader of readers) {
      const shown = await read(reader)
      const [id, key] = reader.split(':') as [string, string]
      const { first_name } = await app.db.selectFrom('contacts').select('first_name').where('id', '=', Number(id)).executeTakeFirstOrThrow() // prettier-ignore
      const day = formatDate(key === old ? starts_at : key.split('.').at(-1)!)
      expect([shown.status, textOf(shown, '.mail-subject'), textOf(shown, '.mail-body')]).toEqual([200, `Testopleiding op ${day}`, `Beste ${first_name}, planning ${key === old ? there.planningId : '(volgt)'}.`]) // prettier-ignore
    }
    // Who leads reads whom it is about, as they will be enrolled.
    const led = await read(readers[0]!, { kinds: 'supervisors', content: '<p>{% for cursist in cursisten %}[{{ cursist.naam }}]{% endfor %}</p>' }) // prettier-ignore
    expect(textOf(led, '.mail-body').match(/\[/g)).toHaveLength(1)
    // Nobody else: of another planning, outside the proposal or what of it was chosen, or who reads of it by itself.
    const status = async (reader: string, more = {}) => (await read(reader, more)).status
    expect([await status(`${last}:${old}`), await status(`${contacts.anouk}:${old}`), await status(readers[0]!, { 'lines[]': [lines[2]!] }), await status(`${first}:${old}`)]).toEqual([404, 404, 404, 404]) // prettier-ignore
    expect([await status(readers[0]!, { kinds: 'students' }), await status('x'), await status(readers[0]!, { content: '{{ niets }}' })]).toEqual([422, 422, 422]) // prettier-ignore
    for (const role of [ROLE.supervisor, ROLE.teacher, ROLE.student])
      expect((await (await app.as(role)).post(`${PATH}/message`, { 'lines[]': lines, status: 'option', kinds: 'students', ...text, reader: readers[1]! })).status).toBe(403) // prettier-ignore
    expect(await counts()).toEqual(before)
  })

  it('shows beforehand what then goes, whatever the message names of a planning and of who takes it', async () => {
    const { contacts } = app.story
    const { course, there, lines, old, made, first, last } = await twoPlannings()
    await app.db.insertInto('supervisions').values([first, last].map((contact_id) => ({ contact_id, supervisor_id: contacts.supervisor }))).execute() // prettier-ignore
    await app.db.updateTable('message_moments').set({ active: false }).execute()
    const part = '[{{ onderdeel.omschrijving }} {{ onderdeel.datum }} {{ onderdeel.begintijd }} {{ onderdeel.eindtijd }} {{ onderdeel.plaats }} {{ onderdeel.adres }}]' // prettier-ignore
    const content = `<p>{{ ontvanger.naam }}, {{ planning.cursus }} {{ planning.datum }} {{ planning.meenemen }}: {% for onderdeel in onderdelen %}${part}{% endfor %} {{ dit_onderdeel.begintijd }} {% for cursist in cursisten %}({{ cursist.naam }}, {{ cursist.bedrijf }}){% endfor %}</p>` // prettier-ignore
    const kinds = ['supervisors', 'responsibles']
    const text = { subject: `Straks ${course}`, content }
    const teacher = Number(made.slice(1).split('.')[2])
    const foreseen = new Map<string, string>()
    for (const reader of [`${contacts.supervisor}:${old}`, `${contacts.supervisor}:${made}`, `${teacher}:${made}`]) {
      const shown = await planner.post(`${PATH}/message`, {
        'lines[]': lines,
        status: 'option',
        kinds,
        ...text,
        reader,
      })
      foreseen.set(reader, textOf(shown, '.mail-body'))
    }
    const saved = await planner.post(PATH, { 'lines[]': lines, status: 'option', kinds, ...text })
    await app.db.updateTable('message_moments').set({ active: true }).execute()
    expect(saved.status).toBe(200)
    const mails = await app.db
      .selectFrom('mails')
      .innerJoin('mailings', 'mailings.id', 'mails.mailing_id')
      .select(['mails.id', 'mails.object_id', 'mailings.object_id as planned'])
      .where('mailings.subject', '=', text.subject)
      .execute()
    const went = new Map<string, string>()
    for (const { id, object_id, planned } of mails) {
      const key = planned === there.parts[0] ? old : made
      went.set(`${object_id}:${key}`, textOf(await planner.get(`/messages/view/${id}`), '.mail-body'))
    }
    expect(went).toEqual(foreseen)
    expect([...went.values()].join()).toMatch(/\(Proef Persoon\d+, .*\).*\(Proef Persoon\d+, /)
  })

  it('says of who gets no place why, and until when there was time', async () => {
    const course = await addCourse(app.db)
    await due(course, 1)
    const answer = await proposalFor(course, { minimum: '4' })
    expect(linesIn(answer)).toEqual([])
    expect(textOf(answer, '[data-nowhere]')).toMatch(/Geen plaats vóór \d\d-\d\d-\d{4}: een nieuwe planning vraagt 4 cursisten, er is er nog 1/) // prettier-ignore
    await app.db.insertInto('course_decisions').values({ course_id: course, min_count: 1, decide_days: 5 }).execute()
    expect(linesIn(await proposalFor(course, { minimum: '4' }))).toHaveLength(1)
  })
})

describe('taking a proposal over', () => {
  it('says of a planning that is there what is not right about it, and that it is an option', async () => {
    const course = await addCourse(app.db)
    await due(course, 3)
    const [theory, practice] = await app.db
      .insertInto('course_components')
      .values(
        ['Theorie', 'Praktijk'].map((description, position) => ({
          course_id: course,
          description,
          position: position + 1,
          duration_minutes: 240,
          days_after_previous: 0,
        })),
      )
      .returning('id')
      .execute()
    await app.db
      .insertInto('component_skills')
      .values({ component_id: practice!.id, skill_id: app.story.skills.bhv })
      .execute()
    const components = [theory!.id, practice!.id]
    const first = await addPlanning(app, { courseId: course, inDays: 20, max: 1, components, status: 'option' })
    const second = await addPlanning(app, { courseId: course, inDays: 32, max: 1, components: [theory!.id] })
    const [contact_id] = await addPeople(app, 1)
    await app.db
      .insertInto('appointment_responsibles')
      .values(
        [...first.parts, ...second.parts].map((appointment_id) => ({
          appointment_id,
          contact_id: contact_id!,
          role_id: ROLE.teacher,
        })),
      )
      .execute()
    const shown = await proposalFor(course)
    const told = ({ parts }: typeof first) => {
      const own = `[data-planning-key=p${parts[0]!}]`
      return [textOf(shown, `${own} .status`), shown.$(`${own} .proposal-found li`).length]
    }
    expect([told(first), told(second)]).toEqual([
      ['Optie', 1],
      ['', 0],
    ])
    expect(textOf(shown, '.proposal-found')).toMatch(/^Proef Persoon\d+ mist .*BHV/)
    const nowhere = shown.$('[data-nowhere] tbody tr').toArray()
    expect(nowhere.map((row) => shown.$(row).find('td').eq(2).text())).toEqual(['Testopleiding'])
  })

  it('does in part what is ticked, and nothing else', async () => {
    const course = await addCourse(app.db)
    const { people } = await due(course, 3)
    const { parts } = await addPlanning(app, { courseId: course, inDays: 20, max: 5 })
    const lines = linesIn(await proposalFor(course))
    expect((await accept(lines.slice(0, 1))).status).toBe(200)
    expect(await peopleIn(app, parts[0]!)).toEqual(people.slice(0, 1))
    for (const wrong of [[], ['x'], ['1:p0'], [`${people[0]!}:q3`]]) expect((await accept(wrong)).status).toBe(422)
    expect((await accept([])).text).toContain('Kies minimaal één cursist die een plaats krijgt.')
  })

  it('judges each line again: whose place is gone is told so, and the others go on', async () => {
    const course = await addCourse(app.db)
    const { people } = await due(course, 4)
    const { parts } = await addPlanning(app, { courseId: course, inDays: 20, max: 4 })
    const lines = linesIn(await proposalFor(course))
    await put(app, parts, [people[0]!, ...(await addPeople(app, 1))])
    const check = await step('check', { 'lines[]': lines })
    expect(check.text).toContain('is intussen al ingeschreven')
    expect(check.text).toContain('die is intussen vergeven')
    const saved = await accept(lines)
    expect(saved.status).toBe(200)
    expect(saved.text).toContain('2 cursisten ingeschreven, 2 niet')
    expect(saved.text).toContain('die is intussen vergeven')
    expect(await peopleIn(app, parts[0]!)).toHaveLength(4)
    expect((await accept(lines)).status).toBe(422)
  })

  it('makes no planning in a room that is taken meanwhile, and goes on with the rest', async () => {
    const course = await addCourse(app.db)
    await due(course, 5)
    const lines = linesIn(await proposalFor(course))
    const [, room, , day] = keyOf(lines[0]!).slice(1).split('.')
    const other = await addPlanning(app, { inDays: 20 })
    await addPart(app.db, { group_id: other.planningId, room_id: Number(room), starts_at: instantOf(day!, '10:00')!, status: 'planned' }) // prettier-ignore
    const refused = await accept(lines)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('krijgt geen plaats')
    const more = await due(course, 1)
    const { parts } = await addPlanning(app, { courseId: course, inDays: 25, max: 3 })
    const saved = await accept([...lines, `${more.ids[0]!}:p${parts[0]!}`])
    expect(saved.text).toContain('1 cursist ingeschreven, 5 niet')
    expect(await peopleIn(app, parts[0]!)).toEqual(more.people)
  })

  it('gives the last places once, to two planners at the same moment', async () => {
    const course = await addCourse(app.db)
    await due(course, 6)
    const { parts } = await addPlanning(app, { courseId: course, inDays: 20, max: 6 })
    const lines = linesIn(await proposalFor(course))
    const other = await app.as(ROLE.administrator)
    await app.db.updateTable('appointments').set({ max_count: 4 }).where('id', '=', parts[0]!).execute()
    await Promise.all([accept(lines.slice(0, 3)), other.post(PATH, { 'lines[]': lines.slice(3) })])
    expect(await peopleIn(app, parts[0]!)).toHaveLength(4)
  })

  it('does what was shown', async () => {
    const course = await addCourse(app.db, { max_count: 6 })
    await due(course, 14)
    await addPlanning(app, { courseId: course, inDays: 20, max: 5 })
    const lines = linesIn(await proposalFor(course))
    const check = await step('check', { 'lines[]': lines })
    const [count] = /\d+/.exec(check.$('[data-plan-label]').attr('data-plan-label')!)!
    const enrolled = () => app.db.selectFrom('enrolments').select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow() // prettier-ignore
    const before = Number((await enrolled()).n)
    await accept(lines)
    expect(Number((await enrolled()).n) - before).toBe(Number(count))
    expect(Number(count)).toBe(lines.length)
  })

  it('asks as often for many people as for few', async () => {
    const asked = async (count: number) => {
      const course = await addCourse(app.db)
      await due(course, count)
      await addPlanning(app, { courseId: course, inDays: 20, max: 200 })
      let lines: string[] = []
      const proposing = await countQueries(app, async () => {
        lines = linesIn(await proposalFor(course))
      })
      expect(lines).toHaveLength(count)
      return { proposing, accepting: await countQueries(app, () => accept(lines)) }
    }
    const [few, many] = [await asked(3), await asked(120)]
    expect(many).toEqual(few)
  })

  it('is for planners alone', async () => {
    for (const role of [ROLE.supervisor, ROLE.teacher, ROLE.student])
      expect((await (await app.as(role)).get(PATH)).status).toBe(403)
  })
})
