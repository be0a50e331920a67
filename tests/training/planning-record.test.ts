import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE, type RoleId } from '../../src/platform/access/roles.ts'
import { todoModel } from '../../src/platform/screens/popup/open-points.ts'
import { appointmentsArea } from '../../src/training/planning/appointments/rights.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { countQueries } from '../support/queries.ts'
import { viewerWith } from '../support/viewer.ts'
import { addPeople, addPlanning, fieldsIn, type PlanningOptions, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

const popup = (part: number) => planner.get(`/calendar/view-appointment/${part}`)

interface Known {
  present?: 0 | 1
  passed?: 0 | 1
}
/** A planning with one student in each part, of whom this is known. */
async function planned(options: PlanningOptions, known: Known | null = {}) {
  const planning = await addPlanning(app, options)
  if (known) {
    await put(app, planning.parts, await addPeople(app, 1))
    await app.db
      .updateTable('enrolments')
      .set({ present: null, passed: null, ...known })
      .where('appointment_id', 'in', planning.parts)
      .execute()
  }
  return planning
}

/** The primary of a popup, and what stands behind its arrow. */
async function stepsOf(part: number): Promise<[lead: string, others: string[]]> {
  const { $ } = await popup(part)
  const others = JSON.parse($('.next-step [data-menu]').attr('data-menu') ?? '[]') as { label: string }[]
  // Enrolling leads above the students, where it comes next.
  const inside = $('[data-region$="leads=1"]').attr('data-region')
  const lead = inside ? (await planner.get(inside)).$('.btn-primary').text() : ''
  return [$('.popup-tools .btn-primary[data-tool]').text() + lead, others.map(({ label }) => label)]
}

/** The checklist: each line with its state, and where it leads. */
async function todoOf(part: number, browser = planner): Promise<(string | undefined)[][]> {
  const { $ } = await browser.get(`/calendar/view-appointment/${part}`)
  return $('.todo-line')
    .toArray()
    .map((line) => {
      const state = /is-(\w+)/.exec($(line).attr('class')!)![1]
      return [state, $(line).find('.grow').contents().first().text(), $(line).attr('href')]
    })
}

describe('the next step of a planning follows its status', () => {
  const yes = { present: 1, passed: 1 } as const
  const cases: [string, PlanningOptions, Known | null, string][] = [
    ['an option', { status: 'option' }, {}, 'Bevestigen'],
    ['planned', { status: 'planned' }, {}, 'Inschrijven'],
    ['confirmed', { status: 'confirmed' }, {}, 'Inschrijven'],
    ['confirmed, on the day itself', { status: 'confirmed', inDays: 0 }, {}, 'Resultaten invullen'],
    ['held, with results open', { status: 'executed', inDays: -2 }, { present: 1 }, 'Resultaten invullen'],
    ['held, with all results', { status: 'executed', inDays: -2 }, yes, 'Afronden'],
    ['finished', { status: 'done', inDays: -2 }, yes, 'Certificaten versturen'],
    [
      'finished, with nobody who passed',
      { status: 'done', inDays: -2 },
      { present: 1, passed: 0 },
      'Opnieuw inplannen',
    ],
    ['cancelled', { status: 'cancelled' }, {}, ''],
  ]
  it.each(cases)('%s', async (_title, options, known, step) => {
    const { parts } = await planned(options, known)
    expect((await stepsOf(parts[0]!))[0]).toBe(step)
  })

  it('and offers the others behind its arrow', async () => {
    const { parts } = await planned({ status: 'option' })
    expect(await stepsOf(parts[0]!)).toEqual([
      'Bevestigen',
      ['Docenten vragen', 'Resultaten invullen', 'Checklist invullen', 'Afronden', 'Facturen maken'],
    ])
  })
})

describe('confirming a planning', () => {
  it('confirms every part that was not certain, once, and can be taken back', async () => {
    const { parts } = await planned({ status: 'option', components: [null, null, null] })
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', parts[2]!).execute()
    const stored = async () =>
      (await app.db.selectFrom('appointments').select('status').where('id', 'in', parts).orderBy('id').execute()).map(
        ({ status }) => status,
      )
    const url = `/calendar/confirm/${parts[0]}`
    const confirm = async () => planner.post(url, fieldsIn(await planner.get(url)))
    const saved = await confirm()
    expect([saved.status, saved.trigger.flash?.str]).toEqual([204, expect.stringMatching(/^Planning \d+ bevestigd$/)])
    expect(await stored()).toEqual(['confirmed', 'confirmed', 'cancelled'])
    expect((await confirm()).status).toBe(422)
    expect((await planner.post(`/undo/${saved.undo!.set}`)).status).toBe(204)
    expect(await stored()).toEqual(['option', 'option', 'cancelled'])
  })

  it('is for who plans', async () => {
    const { option } = app.story.appointments
    expect((await (await app.as(3)).post(`/calendar/confirm/${option}`)).status).toBe(403)
  })
})

describe('what is left to do for a planning', () => {
  it('names the part that lacks a teacher or a room, and leads to it', async () => {
    const { parts } = await planned({ components: [null, null] }, null)
    const edit = `/calendar/edit-appointment/${parts[0]}`
    expect(await todoOf(parts[1]!)).toEqual([
      ['open', 'Docent ontbreekt', edit],
      ['open', 'Lokaal ontbreekt', edit],
    ])
    const teacher = await addContact(app.db, { roles: [3] })
    await app.db
      .insertInto('appointment_responsibles')
      .values(parts.map((appointment_id) => ({ appointment_id, contact_id: teacher, role_id: 3 })))
      .execute()
    await app.db.updateTable('appointments').set({ city: 'Zwolle' }).where('id', '=', parts[0]!).execute()
    expect(await todoOf(parts[0]!)).toEqual([
      ['done', 'Docent ingedeeld', undefined],
      ['open', 'Lokaal ontbreekt', `/calendar/edit-appointment/${parts[1]}`],
    ])
  })

  it('leads to who has no e-mail address, one after the other', async () => {
    const { parts } = await planned({})
    const mute = await addContact(app.db, { last_name: 'Aalders' })
    const other = await addContact(app.db, { last_name: 'Zwart' })
    await put(app, parts, [other, mute])
    const line = async () => (await todoOf(parts[0]!)).find((one) => one[1]!.includes('e-mail'))
    expect(await line()).toEqual(['open', '2 cursisten zonder e-mail', `/contact/edit/${mute}`])
    await app.db.updateTable('contacts').set({ email: 'a@post.example' }).where('id', '=', mute).execute()
    expect(await line()).toEqual(['open', '1 cursist zonder e-mail', `/contact/edit/${other}`])
    await app.db.updateTable('contacts').set({ email: 'z@post.example' }).where('id', '=', other).execute()
    expect(await line()).toEqual(['done', 'Iedereen heeft een e-mailadres', undefined])
    // Of what has been nobody is told any more.
    const over = await planned({ inDays: -30 })
    await put(app, over.parts, [await addContact(app.db)])
    expect((await todoOf(over.parts[0]!)).filter((one) => one[1]!.includes('e-mail'))).toEqual([])
  })

  it('counts results from the day itself, and certificates once it is finished', async () => {
    const { parts } = await planned({ status: 'confirmed', inDays: -1, components: [null, null] })
    const of = async (word: string) => (await todoOf(parts[1]!)).find((one) => one[1]!.toLowerCase().includes(word))
    expect(await of('resulta')).toEqual(['open', '1 resultaat open', `/calendar/results/${parts[0]}`])
    expect(await of('certifica')).toEqual(['later', 'Certificaten niet verstuurd', undefined])
    const option = await planned({ status: 'option', inDays: -1 })
    expect((await todoOf(option.parts[0]!)).filter(([, label]) => /result/i.test(label!))).toEqual([])
    const pass = (some: number[]) =>
      app.db.updateTable('enrolments').set({ present: 1, passed: 1 }).where('appointment_id', 'in', some).execute()
    await pass(parts)
    expect(await of('resulta')).toEqual(['done', 'Resultaten ingevuld', undefined])
    await app.db.updateTable('appointments').set({ status: 'done' }).where('id', 'in', parts).execute()
    expect(await of('certifica')).toEqual([
      'open',
      '1 certificaat niet verstuurd',
      `/certificate/getCertificateSendWizard/${parts[1]}`,
    ])
    // Who did not pass every part gets none, and what was sent is done.
    await app.db.updateTable('enrolments').set({ passed: 0 }).where('appointment_id', '=', parts[0]!).execute()
    expect(await of('certifica')).toBeUndefined()
    await pass(parts)
    await app.pool.query(
      `with layout as (insert into layouts (kind, name) values ('certificate', 'Proef') returning id),
       issued as (
         insert into certificates (contact_id, course_id, group_id, layout_id, layout_version, number, issued_on, snapshot, token)
         select e.contact_id, g.course_id, g.id, layout.id, 1, '1997-000001', '2026-01-01', '{}', 'a-token-of-this-one-test'
         from layout, enrolments e join appointments a on a.id = e.appointment_id join appointment_groups g on g.id = a.group_id
         where a.id = $1 returning id, group_id, contact_id)
       insert into certificate_mailings (group_id, contact_id, recipient, subject, text_body, certificate_ids)
       select group_id, contact_id, 'a@b.example', 'S', 'T', array[id] from issued`,
      [parts[0]],
    )
    expect(await of('certifica')).toEqual(['done', 'Certificaten verstuurd', undefined])
  })

  it('shows who teaches the open results and checklist alone, and others nothing', async () => {
    const { toFinish } = app.story.appointments
    expect((await todoOf(toFinish, await app.as(3))).map((line) => line[1])).toEqual([
      expect.stringMatching(/^\d+ resultaten open$/),
      'Checklist open',
    ])
    for (const role of [4, 5, 6])
      expect(await todoOf(app.story.appointments.coming, await app.as(role)), String(role)).toEqual([])
  })

  it('leads nowhere for who may not go there', () => {
    const line = { label: 'Lokaal ontbreekt', icon: 'door-off', state: 'open' } as const
    const action = { label: 'Wijzigen', kind: 'popup', url: '/x', area: appointmentsArea, right: 'change' } as const
    const shownTo = (role: RoleId) => todoModel(viewerWith([role]), [{ ...line, action }], [])!.lines
    expect(shownTo(ROLE.scheduler)[0]!.action).toMatchObject({ url: '/x' })
    expect(shownTo(ROLE.teacher)).toEqual([line])
  })

  it('costs no query for each part or student', async () => {
    const [few, many] = [await planned({}), await planned({ components: [null, null, null], max: 40 })]
    await put(app, many.parts, await addPeople(app, 30))
    await popup(few.parts[0]!)
    expect(await countQueries(app, () => popup(many.parts[0]!))).toBe(
      await countQueries(app, () => popup(few.parts[0]!)),
    )
  })
})

describe('the history of a planning', () => {
  const sentences = async (part: number) => {
    const answer = await planner.get(`/events/of/appointment/${part}?embed=1`)
    return answer
      .$('tbody[data-rows] tr[data-id]')
      .toArray()
      .map((row) => answer.$(row).find('td.c-long').text().trim())
  }

  it('tells at each part what became of all of them and of who was ever enrolled, one entry per action', async () => {
    const { parts } = await addPlanning(app, { components: [null, null] })
    const other = await addPlanning(app)
    const people = await addPeople(app, 3)
    const before = await sentences(parts[0]!)
    await planner.post(`/calendar/enroll/${parts[0]}/0`, { 'students[]': people })
    expect(await sentences(parts[0]!)).toHaveLength(before.length + 1)
    expect((await sentences(parts[1]!))[0]).toMatch(/schreef 3 cursisten in/)
    await planner.post(`/calendar/enroll/${other.parts[0]}/0`, { 'students[]': people[0]! })
    // Who left is told as well, with the day they came.
    const leaving = await app.db
      .selectFrom('enrolments')
      .select('id')
      .where('contact_id', '=', people[0]!)
      .where('appointment_id', 'in', parts)
      .execute()
    await app.db
      .deleteFrom('enrolments')
      .where(
        'id',
        'in',
        leaving.map(({ id }) => id),
      )
      .execute()
    const now = await sentences(parts[0]!)
    expect(now[0]).toMatch(/schreef .*Persoon\d+ uit/)
    expect(now.join()).toMatch(/schreef 3 cursisten in/)
    expect((await sentences(other.parts[0]!)).join()).not.toContain('3 cursisten')
    await app.db.updateTable('appointments').set({ max_count: 9 }).where('id', '=', parts[1]!).execute()
    expect((await sentences(parts[0]!))[0]).toMatch(/12 werd 9/)
  })

  it('costs as many queries for many entries as for few', async () => {
    const [few, many] = [await addPlanning(app, { max: 40 }), await addPlanning(app, { max: 40 })]
    await put(app, few.parts, await addPeople(app, 1))
    for (const person of await addPeople(app, 20)) await put(app, many.parts, [person])
    const cost = (part: number) => countQueries(app, () => sentences(part))
    await cost(few.parts[0]!)
    expect(await cost(many.parts[0]!)).toBe(await cost(few.parts[0]!))
  })
})
