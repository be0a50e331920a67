import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calendarSources } from '../../src/system/calendar/points.ts'
import {
  FILTER_LABELS,
  appointmentsQuery,
  calendarFilters,
} from '../../src/training/planning/calendar/calendar.forms.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { AROUND_NOW } from '../support/around-now.ts'
import { shownFields } from '../support/example-calls.ts'
import { addContact, addCourse, addEnrolment, addEmptyPlanning, addPart, addResponsible } from '../support/builders.ts'

let app: TestApp
let planner: Browser
const count = async (role: number, filter: string, type = 'm') =>
  (await (await app.as(role)).get(`/ajax/getAppointments/courses?type=${type}&${AROUND_NOW}${filter}`)).json<{
    appointments: unknown[]
  }>().appointments.length
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

describe('the filters popup', () => {
  const names = async (role: number) => {
    const { $, status } = await (await app.as(role)).get('/calendar/filters/default')
    expect(status).toBe(200)
    return $('form [name]')
      .toArray()
      .map((field) => $(field).attr('name'))
      .sort()
  }

  it('has a field for every filter of the calendar [R-024][S-037]', async () => {
    expect(await names(2)).toEqual([
      'appointment_group_id',
      'company_id',
      'course_id',
      'establishment_id',
      'incompany',
      'instructor_id',
      'not_full',
      'room_id',
      'status',
      'tasks',
    ])
    expect((await planner.get('/calendar/filters/anders')).status).toBe(404)
  })

  it('leaves out of it what only planners search by', async () => {
    for (const role of [3, 4])
      expect(await names(role)).toEqual(['course_id', 'establishment_id', 'incompany', 'not_full', 'room_id', 'status'])
  })

  it('leaves out of it what a student does not see, and filtering does not tell it either', async () => {
    expect(await names(5)).toEqual(['course_id', 'establishment_id', 'not_full', 'room_id'])
    const all = await count(5, '')
    expect(all).toBeGreaterThan(0)
    for (const filter of ['&status=cancelled', '&incompany=yes', '&tasks=to_finish', '&company_id=2'])
      expect(await count(5, filter)).toBe(all)
    expect(await count(2, '&status=cancelled')).toBeLessThan(await count(2, ''))
  })

  it('finds for planners the work that is left on plannings', async () => {
    const { db } = app
    const group_id = await addEmptyPlanning(db, app.story.courses.bhv)
    const at = (days: number) => new Date(Date.now() + days * 86_400_000)
    const room = await db.selectFrom('rooms').select('id').executeTakeFirstOrThrow()
    const parts = {
      taught: await addPart(db, { group_id, starts_at: at(30), status: 'planned', room_id: room.id }),
      online: await addPart(db, { group_id, starts_at: at(31), status: 'planned', join_url: 'https://a.example' }),
      nowhere: await addPart(db, { group_id, starts_at: at(32), status: 'planned', street: 'Laan' }),
      past: await addPart(db, { group_id, starts_at: at(-9), status: 'executed' }),
      cancelled: await addPart(db, { group_id, starts_at: at(-8), status: 'cancelled' }),
      done: await addPart(db, { group_id, starts_at: at(-7), status: 'done' }),
    }
    for (const [appointment_id, role_id] of [
      [parts.taught, 3],
      [parts.online, 6],
    ] as const)
      await db
        .insertInto('appointment_responsibles')
        .values({ appointment_id, role_id, contact_id: app.story.contacts.teacher })
        .execute()
    const found = async (tasks: string) => {
      const url = `/ajax/getAppointments/courses?type=m&${AROUND_NOW}&appointment_group_id=${group_id}`
      const { appointments } = (await planner.get(`${url}&tasks=${tasks}`)).json<{ appointments: { id: number }[] }>()
      const ids = appointments.map(({ id }) => id)
      return Object.entries(parts).flatMap(([name, id]) => (ids.includes(id) ? [name] : []))
    }
    expect(await found('')).toEqual(Object.keys(parts))
    expect(await found('no_teacher')).toEqual(['online', 'nowhere', 'past', 'cancelled', 'done'])
    expect(await found('no_room')).toEqual(['past', 'cancelled', 'done'])
    expect(await found('to_finish')).toEqual(['past'])
    expect(await found('no_room,to_finish')).toEqual(['past'])
    expect(await found('nonsense')).toEqual(Object.keys(parts))
  })

  it('tells nobody but planners who teaches, which number a planning has or of whom the others in it are [T-194]', async () => {
    const { teacher } = app.story.contacts
    const hidden = [`&instructor_id=${teacher}`, '&appointment_group_id=1', '&company_id=999999', '&tasks=no_teacher']
    for (const role of [3, 4, 5, 6]) {
      const all = await count(role, '')
      expect(all).toBeGreaterThan(0)
      for (const filter of hidden) expect([role, filter, await count(role, filter)]).toEqual([role, filter, all])
    }
    for (const filter of hidden) expect(await count(2, filter)).toBeLessThan(await count(2, ''))
  })
})

describe('the filters', () => {
  it('that narrow nothing all read Alle', async () => {
    const { $ } = await planner.get('/calendar/filters/default')
    const faces = $('.sel [data-face]')
      .toArray()
      .map((face) => $(face).text())
    const first = $('select:not([hidden])')
      .toArray()
      .map((select) => $(select).find('option').first().text())
    expect(new Set([...faces, ...first])).toEqual(new Set(['Alle']))
    expect($('[data-selector]').attr('data-selector')).toContain('"none":"Alle"')
  })

  it('are these by name, beside the period and the page of a list [T-015][P-101]', () => {
    const keys = [
      'course_id',
      'instructor_id',
      'not_full',
      'incompany',
      'status',
      'establishment_id',
      'room_id',
      'tasks',
      'company_id',
      'appointment_group_id',
    ]
    expect(Object.keys(FILTER_LABELS)).toEqual(keys)
    expect(Object.keys(calendarFilters.shape)).toEqual(keys)
    const asked = { type: 'l', from: '10', to: '20', course_id: '12' }
    expect(appointmentsQuery.parse(asked)).toEqual({ type: 'l', from: 10, to: 20, course_id: 12, count: 30, page: 0 })
    expect(appointmentsQuery.parse({ ...asked, count: '50', page: '2' })).toMatchObject({ count: 50, page: 2 })
    expect(appointmentsQuery.safeParse({ ...asked, from: '21' }).success).toBe(false)
  })

  it('have names on the page, for the chips of those that are set', async () => {
    const props = (await planner.page('/calendar')).$('[data-props]').attr('data-props')!
    expect((JSON.parse(props) as { filterLabels: object }).filterLabels).toEqual(FILTER_LABELS)
  })
})

describe('the modules', () => {
  it('are courses and inspections, each given by its area [T-001]', async () => {
    const given = app.services.registry.all(calendarSources).map(({ module }) => module)
    expect(given).toEqual(['courses', 'inspections'])
    for (const module of given) {
      const props = (await planner.page(`/calendar?module=${module}`)).$('[data-props]').attr('data-props')!
      expect(JSON.parse(props)).toMatchObject({ module, dataUrl: `/ajax/getAppointments/${module}` })
    }
  })
})

describe('what is asked of the calendar', () => {
  const ask = (query: string) => planner.get(`/ajax/getAppointments/courses?${query}`)

  it('finds nothing under a number that no record can have', async () => {
    expect(await count(2, '&appointment_group_id=9999999999')).toBe(0)
    expect(await count(2, '&course_id=-9999999999')).toBe(0)
  })

  it('takes the number of a planning as people quote it, and finds nothing under what is no number', async () => {
    const number = app.story.plannings.coming
    const parts = await count(2, `&appointment_group_id=${number}`)
    expect(parts).toBeGreaterThan(0)
    expect(await count(2, `&appointment_group_id=Planning+${number}`)).toBe(parts)
    expect(await count(2, '&appointment_group_id=abc')).toBe(0)
  })

  it('is a period that exists and does not end before it begins', async () => {
    for (const [field, period] of [
      ['to', 'from=1767222000&to=1767221999'],
      ['from', 'from=-9007199254740991&to=1767222000'],
      ['to', 'from=1767222000&to=9007199254740991'],
    ])
      expect([period, (await ask(`type=m&${period}`)).json()]).toEqual([period, { [field!]: [expect.any(String)] }])
  })

  it('says that there is more only where more than 5,000 parts lie in the period', async () => {
    const asked = async (first: number) =>
      (await ask(`type=m&from=${first}&to=${first + 86_400}`)).json<{ more?: true }>().more
    const [from, next] = [2_208_988_800, 2_209_075_200]
    for (const [first, parts] of [
      [from, 5_001],
      [next, 5_000],
    ] as const)
      await sql`
        insert into appointments (group_id, description, starts_at, ends_at, status, max_count)
        select group_id, description, to_timestamp(${first}::bigint + n), to_timestamp(${first}::bigint + n + 60), status, 10
        from appointments, generate_series(1, ${parts}::integer) n where id = ${app.story.appointments.coming}
      `.execute(app.db)
    expect([await asked(from), await asked(next)]).toEqual([true, undefined])
    await sql`delete from appointments where starts_at >= to_timestamp(${from})`.execute(app.db)
  })

  it('is answered in pages of 200 rows at most', async () => {
    await sql`
      insert into appointments (group_id, description, starts_at, ends_at, status, max_count)
      select group_id, description, starts_at + n * interval '1 minute', ends_at + n * interval '1 minute', status, 10
      from appointments, generate_series(1, 250) n where id = ${app.story.appointments.coming}
    `.execute(app.db)
    expect(await count(2, '&count=100000', 'l')).toBe(200)
  })
})

describe('the calendar of a role', () => {
  it('says what may be done in it: all to who plans, nothing to others [P-202]', async () => {
    const allowed = async (role: number) => {
      const props = (await (await app.as(role)).page('/calendar')).$('[data-props]').attr('data-props')!
      return (JSON.parse(props) as { allow: string }).allow
    }
    for (const role of [1, 2]) expect(await allowed(role)).toBe('add edit remove')
    for (const role of [3, 4, 5, 6]) expect(await allowed(role)).toBe('')
  })
})

describe('the legend', () => {
  const labels = async (role: number) => {
    const props = (await (await app.as(role)).page('/calendar')).$('[data-props]').attr('data-props')!
    return (JSON.parse(props) as { legend: { label: string }[] }).legend.map(({ label }) => label)
  }

  it('explains no status to those who see none', async () => {
    for (const role of [1, 2, 3, 4]) expect(await labels(role)).toContain('Gepland')
    for (const role of [5, 6]) expect(await labels(role)).toEqual(['Geannuleerd'])
  })
})

describe('the calendar link popup', () => {
  it('replaces a link that others know: the old one answers nothing any more', async () => {
    const student = await app.as(5)
    const pathOf = async () => {
      const { $ } = await student.get('/ical/link')
      return new URL(String($('input[readonly]').val())).pathname
    }
    const [old, others] = [await pathOf(), (await planner.get('/ical/getLink')).text]
    expect((await app.anonymous.get(old)).status).toBe(200)
    expect((await student.post('/ical/renew')).status).toBe(204)
    expect((await app.anonymous.get(old)).status).toBe(404)
    const renewed = await pathOf()
    expect(renewed).not.toBe(old)
    expect((await app.anonymous.get(renewed)).status).toBe(200)
    expect((await planner.get('/ical/getLink')).text).toBe(others)
  })

  it('stands nowhere as text, and ends when its owner is signed out everywhere', async () => {
    const student = await app.as(5)
    const path = new URL((await student.get('/ical/getLink')).text).pathname
    const { rows } = await app.pool.query<{ text: string }>('select json_agg(f)::text as text from calendar_feeds f')
    expect(rows[0]!.text).not.toContain(path.slice('/ical/'.length, -'.ics'.length))
    const administrator = await app.as(1)
    await administrator.post('/user/sessions/end', { id: student.userId!, all: 1 })
    expect((await app.anonymous.get(path)).status).toBe(404)
  })

  it('shows the own link, a warning, and what to do with it in Outlook, Google and Apple [P-062][S-035][M-046]', async () => {
    const { $ } = await planner.get('/ical/link')
    expect($('.popup-title').text()).toBe('Link voor agenda')
    expect($('input[readonly]').val()).toMatch(/^http:\/\/localhost:3000\/ical\/[\w-]{20,}\.ics$/)
    expect($('.note--warning').text()).toContain('Deel deze link met niemand')
    const programs = $('.section-title').toArray()
    expect(programs.map((title) => $(title).text())).toEqual(['Outlook', 'Google Agenda', 'Apple Agenda'])
    for (const title of programs) expect($(title).parent().find('p').text()).toMatch(/plak de link|agenda-abonnement/)
  })
})

describe('the opening page', () => {
  const lines = async (browser: Browser) => {
    const { $ } = await browser.get('/calendar/start')
    return $('.start-line')
      .toArray()
      .map((line) => [$(line).find('b').text(), $(line).attr('href') ?? $(line).children().last().text()])
  }

  it('asks a teacher for results of the own parts that are not filled in, the latest first', async () => {
    const { contacts, courses } = app.story
    const [teacher, before] = [await app.as(3), await lines(await app.as(3))]
    const at = (days: number) => new Date(Date.now() + days * 86_400_000)
    const group_id = await addEmptyPlanning(app.db, courses.bhv)
    const part = async (days: number, contact_id: number, status = 'executed') => {
      const id = await addPart(app.db, { group_id, description: `Dag ${days}`, starts_at: at(days), status })
      await addResponsible(app.db, { appointment_id: id, role_id: 3, contact_id })
      await addEnrolment(app.db, { appointment_id: id, contact_id: contacts.anouk, present: null, passed: null })
      return id
    }
    const open = await part(-0.001, contacts.teacher, 'confirmed')
    for (const [days, who, status] of [
      [1, contacts.teacher, 'confirmed'],
      [-0.2, contacts.otherTeacher, 'executed'],
      [-0.3, contacts.teacher, 'cancelled'],
      [-0.4, contacts.teacher, 'done'],
      [-100, contacts.teacher, 'executed'],
    ] as const)
      await part(days, who, status)
    const line = ['BHV basis: Dag -0.001', `/calendar/results/${open}`]
    expect(await lines(teacher)).toEqual([line, ...before].slice(0, 3))
    expect((await teacher.page('/calendar')).$('.start').text()).toContain('1 cursist')
    const fill = (result: { present?: 0 | 1; passed?: 0 | 1 }) =>
      app.db.updateTable('enrolments').set(result).where('appointment_id', '=', open).execute()
    await fill({ present: 1 })
    expect((await lines(teacher))[0]).toEqual(line)
    await fill({ passed: 1 })
    expect(await lines(teacher)).toEqual(before)
    expect(await lines(planner)).toEqual([])
  })

  it('folds what a company can work without, for who may do it', async () => {
    const { $ } = await (await app.as(1)).page('/calendar')
    expect($('.start-fold summary').text().trim()).toMatch(/^Nog \d+ stap(pen)?$/)
    expect($('.start-fold .start-line[href="/settings/?tab=mail"]').length).toBe(1)
    expect($('.start-fold .is-done').length).toBe(0)
  })

  it('leads a new company through its first steps, ticked off by what is there, until it puts them away', async () => {
    const empty = await testApp({ empty: true })
    try {
      const [administrator, scheduler] = [await empty.as(1), await empty.as(2)]
      expect((await administrator.page('/calendar')).$('#start-steps').text()).toBe('Zo begint u')
      const steps = [
        ['Uw gegevens', '/settings/own-data'],
        ['Een opleiding', '/course/add'],
        ['Docenten en cursisten', '/contact/add'],
        ['De eerste planning', '/calendar/add'],
        ['De eerste cursisten', '/calendar/enroll'],
        ['De eerste certificaten', '/plannings?when=all'],
        ['De eerste factuur', '/administration/billing'],
        ['E-mail versturen', '/settings/?tab=mail'],
        ['Automatische berichten', '/messages/moments'],
      ]
      expect(await lines(administrator)).toEqual(steps)
      expect(await lines(scheduler)).toContainEqual(['Uw gegevens', 'Door een beheerder'])
      expect(await lines(await empty.as(3))).toEqual([])
      const form = shownFields((await administrator.get('/settings/own-data')).$)
      const numbers = { coc_no: '90004760', vat_id: 'NL123456782B01' }
      const told = { ...form, ...numbers, name: 'Nieuw B.V.', city: 'Zwolle', first_room: 'Lokaal 1' }
      expect((await administrator.post('/settings/own-data', told)).status).toBe(204)
      const placed = await empty.db
        .selectFrom('rooms')
        .innerJoin('establishments', 'establishments.id', 'rooms.establishment_id')
        .select(['rooms.name', 'establishments.name as at', 'establishments.city'])
        .execute()
      expect(placed).toEqual([{ name: 'Lokaal 1', at: 'Nieuw B.V.', city: 'Zwolle' }])
      // Somebody else told one of the two settings in between: whoever insists saves over both.
      const late = await administrator.post('/settings/own-data', { ...told, city: 'Kampen' })
      expect(late.status).toBe(409)
      const { version } = late.json<{ stale: { version: number } }>().stale
      expect((await administrator.post('/settings/own-data', { ...told, city: 'Kampen', version })).status).toBe(204)
      expect((await empty.db.selectFrom('rooms').select('id').execute()).length).toBe(1)
      const group_id = await addEmptyPlanning(empty.db, await addCourse(empty.db))
      const contact_id = await addContact(empty.db, { roles: [5] })
      const done = async () => (await lines(administrator)).map(([, end]) => end === 'Klaar')
      expect(await done()).toEqual([true, true, true, ...Array<boolean>(6).fill(false)])
      const appointment_id = await addPart(empty.db, { group_id })
      await addEnrolment(empty.db, { appointment_id, contact_id })
      expect(await done()).toEqual([...Array<boolean>(5).fill(true), ...Array<boolean>(4).fill(false)])
      // Certificates need the name of who issues them, so that without one the first steps are not done.
      await empty.pool.query(
        `update settings set value = jsonb_set(value::jsonb, '{name}', '""') where key = 'organisation'`,
      )
      expect((await done())[0]).toBe(false)
      await administrator.prefer('first-steps', 'hidden')
      expect(await lines(administrator)).toEqual([])
      expect((await lines(scheduler)).length).toBe(steps.length)
    } finally {
      await empty.close()
    }
  })
})
