import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addPart, addResponsible } from '../support/builders.ts'
import { type PlanningOptions, addPeople, addPlanning, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
let supervisor: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  supervisor = await app.as(4)
})
afterAll(() => app.close())

const rowsIn = ({ $ }: Answer) =>
  $('tr[data-id]')
    .toArray()
    .map((row) =>
      $(row)
        .find('td:not(.c-check, .c-act)')
        .toArray()
        .map((cell) => $(cell).clone().children('.c-phone').remove().end().text().trim()),
    )
const headsIn = ({ $ }: Answer) =>
  $('thead th')
    .toArray()
    .map((head) => $(head).text().trim())
const found = async (query: string, browser = planner) => rowsIn(await browser.get(`/plannings?${query}`))
const numbers = async (query: string) => (await found(query)).map((row) => Number(row.at(-1)))
const count = async (browser: Browser, list: string) =>
  /\d+/.exec((await browser.get(`${list}&count=1`)).text)?.[0] ?? ''

describe('the list of plannings', () => {
  it('holds each planning once, with its first and last day and how it stands at the part that comes', async () => {
    const { planningId, parts } = await addPlanning(app, { inDays: -3, components: [null, null], max: 9 })
    await app.pool.query(`update appointments set status = 'done' where id = $1`, [parts[0]])
    await put(app, [parts[1]!], await addPeople(app, 2))
    const answer = await planner.get(`/plannings?search=${planningId}`)
    const [row, ...others] = rowsIn(answer)
    expect(others).toEqual([])
    expect([row![0], row![2], row![5], row!.at(-1)]).toEqual([
      'BHV basis 2 onderdelen',
      'Gepland',
      '2/9',
      String(planningId),
    ])
    expect(row![1]).toMatch(/^(ma|di|wo|do|vr|za|zo) \d\d-\d\d-\d{4} t\/m \d\d-\d\d-\d{4}$/)
    expect(row![4]).toBe('Geen docent')
    expect(answer.$('tr[data-id]').attr('data-open')).toBe(`/calendar/view-appointment/${parts[1]}`)
  })

  it('tells on a phone below the name when it is and how full, which are columns out of sight there', async () => {
    const { planningId, parts } = await addPlanning(app, { components: [null, null], max: 9 })
    await put(app, parts, await addPeople(app, 2))
    const answer = await planner.get(`/plannings?search=${planningId}`)
    const [row] = rowsIn(answer)
    const line = answer.$('td.c-main .c-phone').text()
    expect(line).toMatch(
      /^(ma|di|wo|do|vr|za|zo) \d\d-\d\d(-\d{4})? t\/m (ma|di|wo|do|vr|za|zo) \d\d-\d\d(-\d{4})? · 2\/9 bezet$/,
    )
    expect(row![1]).toContain(line.slice(0, 8))
    expect(answer.$('td.c-main a').text()).toBe('BHV basis')
    const file = await fetch(`${app.url}/plannings?search=${planningId}&export=csv`, { headers: { cookie: planner.cookie } }) // prettier-ignore
    expect(await file.text()).not.toContain('bezet')
  })

  it('says the hours on a phone of the only part, also where that lasts into the next day', async () => {
    const { planningId, parts } = await addPlanning(app, {})
    const day = addDays(today(), 30)
    await app.db
      .updateTable('appointments')
      .set({ starts_at: instantOf(day, '22:00')!, ends_at: instantOf(addDays(day, 1), '06:00')! })
      .where('id', '=', parts[0]!)
      .execute()
    const { $ } = await planner.get(`/plannings?search=${planningId}`)
    expect($('td.c-main .c-phone').text()).toMatch(/ 22:00/)
  })

  it('says the hours where all parts are on one day', async () => {
    const { planningId, parts } = await addPlanning(app, { components: [null, null] })
    const day = addDays(today(), 30)
    for (const [i, hours] of [
      ['08:00', '12:00'],
      ['12:45', '16:30'],
    ].entries())
      await app.db
        .updateTable('appointments')
        .set({ starts_at: instantOf(day, hours[0]!)!, ends_at: instantOf(day, hours[1]!)! })
        .where('id', '=', parts[i]!)
        .execute()
    const [row] = await found(`search=${planningId}`)
    expect(row![1]).toMatch(/ 08:00–16:30$/)
  })

  it('shows those to come first, and those that have been when asked for', async () => {
    const past = await addPlanning(app, { inDays: -20 })
    const soon = await addPlanning(app, { inDays: 50 })
    const late = await addPlanning(app, { inDays: 51 })
    const coming = await numbers('max_per_page=200')
    expect(coming).not.toContain(past.planningId)
    const made = [soon.planningId, late.planningId]
    expect(coming.filter((id) => made.includes(id))).toEqual(made)
    expect(await numbers('max_per_page=200&when=past')).toContain(past.planningId)
    expect(await numbers(`search=planning ${past.planningId}&when=all`)).toEqual([past.planningId])
  })

  it('finds by course, status and company, whether it is given for it or has people of it', async () => {
    const { deLinde, kuipers } = app.story.companies
    const courseId = app.story.courses.cpr
    const given = await addPlanning(app, { courseId, incompany: kuipers, inDays: 70 })
    const joined = await addPlanning(app, { courseId, inDays: 71, status: 'confirmed' })
    await addPlanning(app, { courseId, inDays: 72 })
    const [person] = await addPeople(app, 1, kuipers)
    await app.db
      .insertInto('enrolments')
      .values({ appointment_id: joined.parts[0]!, contact_id: person!, company_id: kuipers })
      .execute()
    const both = [given.planningId, joined.planningId]
    expect(await numbers(`course_id=${courseId}&company_id=${kuipers}`)).toEqual(expect.arrayContaining(both))
    expect(await numbers(`course_id=${courseId}&company_id=${kuipers}&status=confirmed`)).toEqual(
      expect.arrayContaining([joined.planningId]),
    )
    expect(await numbers(`course_id=${courseId}&company_id=${kuipers}&status=planned`)).not.toContain(joined.planningId)
    expect(await numbers(`course_id=${app.story.courses.vca}&company_id=${kuipers}&search=reanimatie`)).toEqual([])
    const [row] = await found(`search=${given.planningId}`)
    expect(row![6]).not.toBe('')
    expect(await numbers(`course_id=${courseId}&company_id=${deLinde}&status=confirmed`)).not.toContain(
      joined.planningId,
    )
  })

  it('is for who plans: others have no such list', async () => {
    for (const role of [3, 4, 5, 6]) expect((await (await app.as(role)).get('/plannings')).status).toBe(403)
  })
})

describe('the work that is left', () => {
  const [past, coming] = [{ inDays: -20 }, { inDays: 60 }]
  /** A part that has been and one that comes. */
  const across = { inDays: -3, components: [null, null] }
  const set = (values: object) => (parts: number[]) =>
    app.db.updateTable('appointments').set(values).where('id', '=', parts.at(-1)!).execute()
  const comes = (role_id: number) => (parts: number[]) =>
    addResponsible(app.db, { appointment_id: parts[0]!, contact_id: app.story.contacts.teacher, role_id })
  const until = (days: number) => (parts: number[]) =>
    app.pool.query(
      'update appointment_groups set option_until = $2 where id = (select group_id from appointments where id = $1)',
      [parts[0], addDays(today(), days)],
    )
  const known = (values: { present?: 1; passed?: 1 }) => async (parts: number[]) => {
    await put(app, parts, await addPeople(app, 1))
    const all = { present: null, passed: null, ...values }
    await app.db.updateTable('enrolments').set(all).where('appointment_id', 'in', parts).execute()
  }
  type Case = [title: string, options: PlanningOptions, more?: (parts: number[]) => Promise<unknown>]
  const tasks: [task: string, left: Case[], nothing: Case[]][] = [
    [
      'no_teacher',
      [
        ['nobody', coming],
        ['a lotus', coming, comes(6)],
        [
          'one of two',
          coming,
          async (parts) => {
            await comes(3)(parts)
            await set({ teacher_application_count: 2 })(parts)
          },
        ],
      ],
      [
        ['a teacher', coming, comes(3)],
        ['over', past],
        ['cancelled', { ...coming, status: 'cancelled' }],
      ],
    ],
    [
      'no_room',
      [['nowhere', coming]],
      [
        ['at a place', coming, set({ city: 'Zwolle' })],
        ['online', coming, set({ join_url: 'https://deelnemen.example/2' })],
        ['over', past],
      ],
    ],
    [
      'option_due',
      [['in 13 days', { inDays: 13.5, status: 'option' }]],
      [
        ['in 15 days', { inDays: 14.5, status: 'option' }],
        ['no option', { inDays: 13.5 }],
      ],
    ],
    [
      'option_over',
      [['until yesterday', { ...coming, status: 'option' }, until(-1)]],
      [
        ['until today', { ...coming, status: 'option' }, until(0)],
        ['without a day', { ...coming, status: 'option' }],
        ['confirmed meanwhile', { ...coming, status: 'confirmed' }, until(-1)],
        ['over', { ...past, status: 'option' }, until(-1)],
      ],
    ],
    [
      'to_finish',
      [
        ['all over', past],
        ['the last cancelled', across, set({ status: 'cancelled' })],
      ],
      [
        ['one to come', across],
        ['finished', { ...past, status: 'done' }],
      ],
    ],
    [
      'results_open',
      [
        ['nothing known', past, known({})],
        ['only who was there', past, known({ present: 1 })],
      ],
      [
        ['all known', past, known({ present: 1, passed: 1 })],
        ['nobody in it', past],
        ['to come', coming, known({})],
      ],
    ],
  ]
  it.each(tasks)('is found as %s, and nothing besides', async (task, left, nothing) => {
    const made = new Map<number, string>()
    for (const [title, options, more] of [...left, ...nothing]) {
      const { planningId, parts } = await addPlanning(app, options)
      await more?.(parts)
      made.set(planningId, title)
    }
    const listed = await numbers(`when=all&max_per_page=200&task=${task}`)
    expect(listed.flatMap((id) => made.get(id) ?? []).toSorted()).toEqual(left.map(([title]) => title).toSorted())
  })
})

describe('the plannings of a company and of a course', () => {
  it('stand in view in the popup of the course, for who plans', async () => {
    const { bhv } = app.story.courses
    const main = async (role: number) =>
      (await (await app.as(role)).get(`/course/view/${bhv}`)).$('.record-main [data-region]').attr('data-region')
    expect(await main(2)).toBe(`/plannings?embed=1&course_id=${bhv}&when=all&sort=-starts`)
    expect(await main(3)).toBeUndefined()
  })

  it('are counted in the tab of the company as they are listed', async () => {
    const { deLinde } = app.story.companies
    const cases: [Browser, string, string, string][] = [
      [planner, `/company/view/${deLinde}`, 'plannings', `/company/${deLinde}/plannings?x=1`],
      [planner, `/company/view/${deLinde}`, 'students', `/company/${deLinde}/students?x=1`],
      [planner, `/company/view/${deLinde}`, 'certificates', `/certificates?company_id=${deLinde}`],
      [supervisor, `/company/view/${deLinde}`, 'plannings', `/company/${deLinde}/plannings?x=1`],
      [supervisor, `/company/view/${deLinde}`, 'students', `/company/${deLinde}/students?x=1`],
      [supervisor, `/company/view/${deLinde}`, 'certificates', `/certificates?company_id=${deLinde}`],
    ]
    for (const [browser, popup, item, list] of cases) {
      const { $ } = await browser.get(popup)
      const shown = $(`[data-item="${item}"] .n`).text()
      expect([popup, item, shown]).toEqual([popup, item, await count(browser, list)])
      expect(Number(shown)).toBeGreaterThan(0)
    }
  })

  it('tell a supervisor neither number, teacher nor room, and nothing of another company', async () => {
    const { deLinde, vanLoon } = app.story.companies
    const path = `/company/${deLinde}/plannings?embed=1`
    const [office, own] = [await planner.get(path), await supervisor.get(path)]
    expect([headsIn(office), headsIn(own)]).toEqual([
      expect.arrayContaining(['Docent', 'Nummer']),
      expect.not.arrayContaining(['Docent', 'Nummer']),
    ])
    expect([office.text.includes('lokaal'), own.text.includes('lokaal')]).toEqual([true, false])
    for (const tab of ['plannings', 'students'])
      expect((await supervisor.get(`/company/${vanLoon}/${tab}?embed=1`)).status).toBe(404)
  })

  it('list who is enrolled for the company, of whom a supervisor sees the own people', async () => {
    const { companies, contacts } = app.story
    const { parts } = await addPlanning(app)
    const people = await addPeople(app, 2, companies.vanLoon)
    await put(app, parts, people)
    await app.pool.query('update enrolments set company_id = $1 where contact_id = any($2)', [
      companies.deLinde,
      people,
    ])
    const listed = rowsIn(await planner.get(`/company/${companies.deLinde}/students?embed=1&search=proef`))
    expect(listed.map(([name, course]) => [name!.replace(/\d+/, ''), course])).toEqual([
      ['Proef Persoon', 'BHV basis Deel 1'],
      ['Proef Persoon', 'BHV basis Deel 1'],
    ])
    const own = rowsIn(await supervisor.get(`/company/${companies.deLinde}/students?embed=1&search=proef`))
    expect(own).toEqual([])
    expect(contacts.anouk).toBeGreaterThan(0)
  })

  it('plan a course from its own popup: the wizard knows which', async () => {
    const { bhv } = app.story.courses
    const tab = await planner.get(`/plannings?embed=1&course_id=${bhv}&when=all&sort=-starts`)
    const plan = tab.$('a[href^="/calendar/add"]').attr('href')
    expect(plan).toBe(`/calendar/add?course_id=${bhv}`)
    const wizard = await planner.get(plan!)
    expect(wizard.$('select[name="course_id"] option[selected]').attr('value')).toBe(String(bhv))
    expect(wizard.$('#planning-course').text()).toContain('onderdelen')
    const none = await planner.get('/calendar/add?course_id=x')
    expect(none.$('select[name="course_id"] option[selected]').attr('value')).toBeUndefined()
  })
})

describe('the light of a certificate', () => {
  it('tells apart what is valid, expires within three months, has expired, and whose refresher is booked', async () => {
    const { anouk } = app.story.contacts
    const { rows } = await app.pool.query<{ id: number; course_id: number }>(
      'select id, course_id from certificates where contact_id = $1 and withdrawn_at is null order by id limit 1',
      [anouk],
    )
    const { id, course_id } = rows[0]!
    const lightWhen = async (validUntil: string) => {
      await app.pool.query(`update certificates set valid_until = ${validUntil} where id = $1`, [id])
      const { $ } = await planner.get(`/certificates?contact_id=${anouk}`)
      const light = $(`tr[data-id="${id}"] .light`)
      return [light.attr('class')?.replace('light ', ''), light.attr('title')]
    }
    await app.pool.query('delete from enrolments where contact_id = $1', [anouk])
    expect(await lightWhen(`current_date + interval '3 months 1 day'`)).toEqual(['light--ok', 'Geldig'])
    expect(await lightWhen(`current_date + 20`)).toEqual(['light--soon', 'Verloopt binnen 3 maanden'])
    expect(await lightWhen(`current_date - 1`)).toEqual(['light--late', 'Verlopen'])
    const { rows: course } = await app.pool.query<{ id: number }>(
      'select coalesce(refresher_course_id, id) as id from courses where id = $1',
      [course_id],
    )
    const { parts } = await addPlanning(app, { courseId: course[0]!.id })
    await put(app, parts, [anouk])
    expect(await lightWhen(`current_date + 20`)).toEqual(['light--booked', 'Ingeschreven voor herhaling'])
    expect(await lightWhen(`current_date + interval '2 years'`)).toEqual(['light--ok', 'Geldig'])
    await app.pool.query(`update appointments set status = 'cancelled' where id = any($1)`, [parts])
    expect(await lightWhen(`current_date + 20`)).toEqual(['light--soon', 'Verloopt binnen 3 maanden'])
    await app.pool.query(`update certificates set withdrawn_at = now(), withdrawn_reason = 'proef' where id = $1`, [id])
    expect(await lightWhen(`current_date + 20`)).toEqual([undefined, undefined])
  })
})

it('a part that is added by hand keeps its planning one line', async () => {
  const { planningId } = await addPlanning(app)
  await addPart(app.db, { group_id: planningId, starts_at: new Date(Date.now() + 86_400_000) })
  expect(await numbers(`search=${planningId}`)).toEqual([planningId])
})
