// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import { isComplete, standText } from '../../src/training/proof/drivers/drivers.rules.ts'
import { listRemarks } from '../../src/training/planning/code95/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { countQueries } from '../support/queries.ts'
import { addContact, addEmptyPlanning, addEnrolment } from '../support/builders.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const H = 60
let people = 0
const person = () => addContact(app.db, { first_name: 'Chauffeur', last_name: `Nr${++people}`, roles: [ROLE.student] })
async function driver(until = addDays(today(), 200)) {
  const contact = await person()
  const saved = await planner.post('/code95/driver/add', { contact_id: contact, valid_until: formatDate(until) })
  return { contact, until, id: saved.json<{ id: number }>().id }
}
interface Followed {
  hours?: string
  code?: string
  on?: string
  practice?: boolean
}
const follow = (contact: number, { hours = '7:00', code = '', on = addDays(today(), -100), practice }: Followed = {}) =>
  planner.post(`/code95/credit/add/${contact}`, {
    description: 'Elders',
    code,
    minutes: hours,
    counted_on: formatDate(on),
    ...(practice ? { practice: '1' } : {}),
  })
const rowOf = async (contact: number, query = '') => {
  const { $ } = await planner.page(`/code95/drivers${query}`)
  const row = $(`tbody tr:has(a[href^="/contact/view/${contact}?"]), tbody tr[data-open^="/contact/view/${contact}?"]`)
  return row.length === 0 ? null : row.text().replace(/\s+/g, ' ').trim()
}
const creditsOf = (contact: number) =>
  app.db.selectFrom('code95_credits').selectAll().where('contact_id', '=', contact).orderBy('id').execute()

describe('code 95 as a module', () => {
  /** Where it is offered: the menu, the palette, a tab, steps and what asks attention. */
  const offered = async (contact: number, course: number) => {
    const { $ } = await planner.page('/planning')
    const { coming } = app.story.code95
    const [popup, part, refreshers, calls, form] = await Promise.all([
      planner.get(`/contact/view/${contact}`),
      planner.get(`/calendar/view-appointment/${coming}`),
      planner.page('/courses/refreshers'),
      planner.get('/attention'),
      planner.get(`/course/edit/${course}`),
    ])
    return {
      menu: $('a[href="/code95/drivers"]').length > 0,
      tab: popup.$(`[data-url="/contact/${contact}/code95?embed=1"]`).length > 0,
      point: popup.text.includes('/code95/driver/edit/'),
      part: part.text.includes('CBR'),
      remarks: (await remarksOn(sunday, course)).length,
      link: refreshers.$('.phead a[href^="/code95/drivers"], a[href="/code95/drivers?soon=yes"]').length > 0,
      attention: ['code95_short', 'cbr_late'].filter((name) => calls.$(`[data-attention=${name}]`).length > 0),
      form: form.$('[name=code95_code]').closest('[hidden]').length === 0,
    }
  }
  // No hours are recognised on a Sunday.
  const sunday = addDays(today(), 21 - weekday(today()))
  const remarksOn = async (day: string, course: number) => {
    const { id } = await app.db.selectFrom('course_components').select('id').where('course_id', '=', course).where('optional', '=', false).limit(1).executeTakeFirstOrThrow() // prettier-ignore
    const [starts_at, ends_at] = [instantOf(day, '09:00')!, instantOf(day, '18:00')!]
    const [found] = await listRemarks(app.db, [{ component_id: id, starts_at, ends_at }])
    return found!.filter(({ tone }) => tone === 'red')
  }
  const save = async (off: string[]) => {
    const administrator = await app.as(ROLE.administrator)
    const form = await administrator.get('/settings/modules')
    const modules = form.$('[name=modules]').toArray().map((box) => form.$(box).attr('value')!) // prettier-ignore
    const version = form.$('[name=version]').attr('value')!
    await administrator.post('/settings/modules', { version, modules: modules.filter((key) => !off.includes(key)) })
    return modules
  }

  it('is offered nowhere once it is switched off, while its addresses and what it keeps stay', async () => {
    const { contact, id } = await driver()
    const { course, over } = app.story.code95
    await app.owner.pool.query('update code95_days set reported_at = null where appointment_id = $1', [over])
    // Who gives it, and where, may be busy on that day.
    await app.owner.pool.query('delete from appointment_responsibles where appointment_id = $1', [over])
    await app.owner.pool.query(
      `update appointments set room_id = null, starts_at = starts_at - interval '30 days', ends_at = ends_at - interval '30 days' where id = $1`,
      [over],
    )
    const all = {
      menu: true,
      tab: true,
      point: true,
      part: true,
      remarks: 1,
      link: true,
      attention: ['code95_short', 'cbr_late'],
      form: true,
    }
    expect(await offered(contact, course)).toEqual(all)
    expect(await save(['code95'])).toContain('code95')
    const none = {
      menu: false,
      tab: false,
      point: false,
      part: false,
      remarks: 0,
      link: false,
      attention: [],
      form: false,
    }
    expect(await offered(contact, course)).toEqual(none)
    for (const url of ['/code95/drivers', `/code95/driver/edit/${id}`, `/contact/${contact}/code95?embed=1`])
      expect([url, (await planner.get(url)).status]).toEqual([url, 200])
    // What a form does not show it keeps.
    const { $ } = await planner.get(`/course/edit/${course}`)
    expect($('[name=code95_code]').attr('value')).toBe('U21-1')
    await save([])
    expect(await offered(contact, course)).toEqual(all)
  })

  it('costs no question, and is the choice of administrators', async () => {
    await planner.get('/ajax/getCurrentUser')
    const before = await countQueries(app, () => planner.page('/contacts'))
    await save(['code95'])
    await planner.page('/contacts')
    expect(await countQueries(app, () => planner.page('/contacts'))).toBe(before)
    await save([])
    expect((await planner.get('/settings/modules')).status).toBe(403)
  })
})

describe('the hours of a driver', () => {
  it('are complete with 35, of which 7 in practice', () => {
    expect(isComplete({ minutes: 35 * H, practice: 7 * H })).toBe(true)
    expect(isComplete({ minutes: 35 * H - 1, practice: 7 * H })).toBe(false)
    expect(isComplete({ minutes: 35 * H, practice: 7 * H - 1 })).toBe(false)
    expect(standText({ minutes: 21.5 * H, practice: 7 * H })).toBe('21:30 van 35 uur')
    expect(standText({ minutes: 35 * H, practice: 0 })).toBe('35 van 35 uur, 0 van 7 uur praktijk')
  })

  it('are those of the five years that end with the code', async () => {
    // 29 February has no day five years before.
    const ahead = addDays(today(), 200)
    const { contact, until } = await driver(ahead.endsWith('02-29') ? addDays(ahead, 1) : ahead)
    const five = `${Number(until.slice(0, 4)) - 5}${until.slice(4)}`
    await follow(contact, { on: addDays(five, 1) })
    await follow(contact, { on: five })
    expect(await rowOf(contact)).toContain('7 van 35 uur')
    await follow(contact, { on: today() })
    expect(await rowOf(contact)).toContain('14 van 35 uur')
  })

  it('count a course twice at most, and nothing above what is needed', async () => {
    const { contact } = await driver()
    for (let time = 0; time < 3; time++) await follow(contact, { code: 'U21-1', on: addDays(today(), -10 - time) })
    expect(await rowOf(contact)).toContain('14 van 35 uur')
    for (const code of ['W01-2', 'W02-1', 'W03-1', 'W04-1']) await follow(contact, { code, practice: code === 'W01-2' })
    const row = await rowOf(contact)
    expect(row).toContain('35 van 35 uur')
    expect(row).toContain('Compleet')
  })

  it('count a day for seven at most over several plannings, in practice too, and what was elsewhere as it was said', async () => {
    const { contact } = await driver()
    const [first, second] = [addDays(today(), -30), addDays(today(), -29)]
    const values = { contact_id: contact, description: 'Hier', elearning_minutes: 0, counted_on: second }
    await app.db
      .insertInto('code95_credits')
      .values([
        {
          ...values,
          minutes: 11 * H,
          practice: true,
          day_minutes: JSON.stringify({ [first]: 7 * H, [second]: 4 * H }),
        },
        { ...values, minutes: 5 * H, practice: true, day_minutes: JSON.stringify({ [second]: 5 * H }) },
        { ...values, minutes: 6 * H, elearning_minutes: 2 * H, day_minutes: JSON.stringify({ [second]: 4 * H }) },
      ])
      .execute()
    // Seven and seven in class, and two at home; in practice seven and seven.
    expect(await rowOf(contact)).toMatch(/16 van 35 uur(?!, 0)/)
    await follow(contact, { hours: '14:00', on: second })
    expect(await rowOf(contact)).toContain('30 van 35 uur')
  })

  it('count e-learning up to twelve', async () => {
    const { contact } = await driver()
    const values = { contact_id: contact, description: 'Thuis', minutes: 7 * H, elearning_minutes: 7 * H }
    await app.db
      .insertInto('code95_credits')
      .values([1, 2, 3].map((ago) => ({ ...values, counted_on: addDays(today(), -ago) })))
      .execute()
    expect(await rowOf(contact)).toContain('12 van 35 uur')
  })
})

describe('the list of drivers', () => {
  it('says whose code ends within a year with too few hours, as many as are told above the calendar', async () => {
    const [soon, late, ready] = [
      await driver(addDays(today(), 365)),
      await driver(addDays(today(), 366)),
      await driver(),
    ]
    for (const code of ['A-1', 'A-2', 'A-3', 'A-4', 'A-5']) await follow(ready.contact, { code, practice: true })
    const query = '?short=yes&soon=yes'
    expect(await rowOf(soon.contact, query)).toContain('Uren tekort')
    expect([await rowOf(late.contact, query), await rowOf(ready.contact, query)]).toEqual([null, null])
    expect(await rowOf(late.contact, '?short=yes&soon=no')).not.toBe(null)
    const { $ } = await planner.page(`/code95/drivers${query}`)
    const attention = await planner.get('/attention')
    expect(attention.$('a[data-attention=code95_short] b').text()).toBe(String($('tbody tr').length))
  })

  it('is that of the own people for who leads them, and reached from the refreshers', async () => {
    const { drivers, code95 } = app.story
    const supervisor = await app.as(ROLE.supervisor)
    const { $ } = await supervisor.page('/code95/drivers')
    const opens = $('tbody a[href^="/contact/view/"], tbody tr[data-open]').toArray().map((one) => $(one).attr('data-open') ?? $(one).attr('href')) // prettier-ignore
    expect([...new Set(opens)]).toEqual([`/contact/view/${drivers.led}?item=code95`])
    const own = await supervisor.get(`/contact/${drivers.led}/code95?embed=1`)
    expect(own.text).toContain('Lading zekeren')
    expect(own.$('a[href^="/code95/credit"]').length).toBe(0)
    expect((await supervisor.get(`/contact/${code95.drivers[0]!}/code95?embed=1`)).status).toBe(404)
    const changed = await supervisor.post(`/code95/credit/add/${drivers.led}`, {
      description: 'X',
      minutes: '7:00',
    })
    expect(changed.status).toBe(403)
    const from = await planner.page('/courses/refreshers')
    expect(from.$('a[href="/code95/drivers?soon=yes"]').text()).toContain('Chauffeurs code 95')
    await app.pool.query(`update code95_drivers set valid_until = current_date + 10 where contact_id = $1`, [
      drivers.led,
    ])
    expect((await supervisor.get('/attention')).$('a[data-attention=code95_short] b').text()).toBe('1')
  })

  it('says when somebody was born, but of nobody whose company hides that', async () => {
    const { companies } = app.story
    const born = ({ contact }: { contact: number }, birth_date: string, company_id: number) =>
      app.db.updateTable('contacts').set({ company_id, birth_date }).where('id', '=', contact).execute()
    const [one, other] = [await driver(), await driver()]
    await born(one, '1981-02-11', companies.kuipers)
    await born(other, '1981-02-12', companies.twente)
    const hide = (hidden_contact_fields: string[]) =>
      app.db.updateTable('companies').set({ hidden_contact_fields }).where('id', '=', companies.kuipers).execute()
    const told = async () => [await rowOf(one.contact, '?columns=birth_date'), await rowOf(other.contact, '?columns=birth_date')].map((row) => /1[12]-02-1981/.exec(row!)?.[0] ?? null) // prettier-ignore
    expect(await told()).toEqual(['11-02-1981', '12-02-1981'])
    await hide(['birth_date'])
    expect(await told()).toEqual([null, '12-02-1981'])
    await hide([])
  })

  it('is on the own page of a student who drives, and of nobody else', async () => {
    const student = await app.as(ROLE.student)
    const shown = async () => (await student.page('/my-courses')).$('body').text().replace(/\s+/g, ' ')
    expect(await shown()).toMatch(
      /Code 95 14 van 35 uurGeldig tot en met \S+ · uren tekort Lading zekeren.* 7 uur Het nieuwe/,
    )
    await app.pool.query('delete from code95_drivers where contact_id = $1', [app.story.contacts.student])
    expect(await shown()).not.toContain('Code 95')
  })

  it('has somebody once, and takes what is wrong as such', async () => {
    const { contact } = await driver()
    const again = { contact_id: contact, valid_until: formatDate(today()) }
    const twice = await planner.post('/code95/driver/add', again)
    expect([twice.status, twice.json()]).toEqual([422, { contact_id: ['Deze chauffeur staat al in de lijst.'] }])
    const future = await follow(contact, { on: addDays(today(), 1) })
    expect([future.status, future.json()]).toEqual([422, { counted_on: ['Deze dag ligt in de toekomst.'] }])
    for (const hours of ['0:00', '35:01', 'veel']) expect((await follow(contact, { hours })).status).toBe(422)
    expect(await creditsOf(contact)).toEqual([])
    const teacher = await app.as(ROLE.teacher)
    expect((await teacher.get('/code95/drivers')).status).toBe(403)
  })

  it('shows it at the contact, with undo', async () => {
    const { contact, until } = await driver()
    const added = await follow(contact)
    const { text } = await planner.get(`/contact/view/${contact}`)
    expect(text).toContain('Code 95: 7 van 35 uur, 0 van 7 uur praktijk')
    expect(text).toContain(`Geldig tot en met ${formatDate(until)}`)
    expect((await planner.get(`/contact/${contact}/code95?embed=1`)).text).toContain('Elders gevolgd')
    expect((await planner.post(`/undo/${added.undo!.set}`)).status).toBe(204)
    expect(await creditsOf(contact)).toEqual([])
  })

  it('keeps a person from being deleted, and goes along in a merge', async () => {
    const [kept, gone] = [await driver(), await driver()]
    await follow(gone.contact)
    const administrator = await app.as(ROLE.administrator)
    expect((await administrator.post('/contact/delete', { id: gone.contact })).status).toBe(409)
    expect((await administrator.post('/contacts/merge', { kept_id: kept.contact, gone_id: gone.contact })).status).toBe(
      200,
    )
    expect(await creditsOf(kept.contact)).toHaveLength(1)
    const of = app.db.selectFrom('code95_drivers').select('valid_until').where('contact_id', '=', kept.contact)
    expect(await of.execute()).toEqual([{ valid_until: kept.until }])
  })
})

describe('finishing a day of code 95', () => {
  const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const signature = `data:image/png;base64,${DOT}`
  /** The last such day that was no holiday of the end of the year. */
  function held(): string {
    for (let day = addDays(today(), -20); ; day = addDays(day, -1))
      if (weekday(day) === 2 && !/-(12-2[56]|01-01|04-27)$/.test(day)) return day
  }
  async function planned() {
    const group_id = await addEmptyPlanning(app.db, app.story.code95.course)
    const day = held()
    const { id } = await app.db
      .insertInto('appointments')
      .values({
        ...{ group_id, component_id: 161, description: 'Langs de weg', status: 'executed', max_count: 12 },
        ...{ starts_at: instantOf(day, '08:30')!, ends_at: instantOf(day, '16:30')! },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const drivers = [await person(), await person(), await person()]
    for (const contact_id of drivers)
      await addEnrolment(app.db, { appointment_id: id, contact_id, present: null, passed: null })
    return { part: id, planning: group_id, day, drivers: drivers as [number, number, number] }
  }
  const sign = (part: number, contact: number, more: Record<string, string>) =>
    planner.post(`/calendar/signatureInterface/${part}/${contact}`, { signature, ...more })
  const resultsOf = (part: number, contacts: number[]) =>
    Object.fromEntries(
      contacts.flatMap((id) => [
        [`present_students[${id}-${part}]`, '1'],
        [`passed_students[${id}-${part}]`, '1'],
      ]),
    )

  it('gives the hours to who was there in time and signed twice, and says why others get none', async () => {
    const { part, planning, day, drivers } = await planned()
    const [good, late, gone] = drivers
    await sign(part, good, { arrived: '09:00' })
    await sign(part, good, { moment: 'end' })
    await sign(part, late, { arrived: '09:01' })
    await sign(part, late, { moment: 'end' })
    await sign(part, gone, { arrived: '08:20' })
    const wizard = await planner.get(`/calendar/getFinishWizard/${part}`)
    const lines = wizard.$('[data-code95-lacking] li').map((_, line) => wizard.$(line).text()).get() // prettier-ignore
    expect(lines).toHaveLength(2)
    expect(lines.join()).toContain('(geen uren van 7 uur): kwam meer dan 30 minuten te laat (09:01)')
    expect(lines.join()).toContain('tekende niet bij vertrek')
    const form = { ...resultsOf(part, drivers), update_status: 'done' }
    const overview = await planner.post(`/calendar/getFinishWizard/${part}?step=overview`, form)
    expect(overview.$('[data-code95-hours]').text()).toContain('1 cursist krijgt alle uren')
    const saved = await planner.post(`/calendar/getFinishWizard/${part}`, form)
    expect(saved.status).toBeLessThan(300)
    expect((await creditsOf(good)).map(({ minutes, code, practice, counted_on, group_id, day_minutes }) => ({ minutes, code, practice, counted_on, group_id, day_minutes }))).toEqual([
      { minutes: 7 * H, code: 'U21-1', practice: true, counted_on: day, group_id: planning, day_minutes: { [day]: 7 * H } },
    ]) // prettier-ignore
    expect([await creditsOf(late), await creditsOf(gone)]).toEqual([[], []])
    const [own] = await creditsOf(good)
    expect((await planner.post('/code95/credit/delete', { id: own!.id })).status).toBe(409)
  })

  it('says it again as it is then: nobody gets hours twice, and who lost them has none', async () => {
    const { part, day, drivers } = await planned()
    const [one, two] = drivers
    for (const contact of [one, two]) {
      await sign(part, contact, { arrived: '08:20' })
      await sign(part, contact, { moment: 'end' })
    }
    const finish = () =>
      planner.post(`/calendar/getFinishWizard/${part}`, { ...resultsOf(part, drivers), update_status: 'done' })
    await finish()
    expect([await creditsOf(one), await creditsOf(two)].map(({ length }) => length)).toEqual([1, 1])
    await planner.post(`/calendar/arrival/${part}/${two}`, { arrived: '10:00' })
    // As it was counted before the day of the part was another one, and it was shorter.
    await app.db.updateTable('code95_credits').set({ minutes: H, counted_on: addDays(day, -1), day_minutes: JSON.stringify({ [addDays(day, -1)]: H }) }).where('contact_id', '=', one).execute() // prettier-ignore
    await finish()
    expect([await creditsOf(one), await creditsOf(two)].map(({ length }) => length)).toEqual([1, 0])
    expect(await creditsOf(one)).toMatchObject([{ minutes: 7 * H, counted_on: day, day_minutes: { [day]: 7 * H } }])
  })

  it('adds no e-learning where a part does not count', async () => {
    const { part, planning, day, drivers } = await planned()
    const [one] = drivers
    const { id: evening } = await app.db
      .insertInto('appointments')
      .values({
        ...{ group_id: planning, component_id: 161, description: 'Avond', status: 'executed', max_count: 12 },
        ...{ starts_at: instantOf(day, '18:00')!, ends_at: instantOf(day, '21:00')! },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addEnrolment(app.db, { appointment_id: evening, contact_id: one, present: null, passed: null })
    const ofCourse = app.db.updateTable('courses').where('id', '=', app.story.code95.course)
    await ofCourse.set({ code95_elearning_hours: 2 }).execute()
    await sign(part, one, { arrived: '08:20' })
    await sign(part, one, { moment: 'end' })
    const form = { ...resultsOf(part, drivers), ...resultsOf(evening, [one]), update_status: 'done' }
    expect((await planner.post(`/calendar/getFinishWizard/${part}`, form)).status).toBeLessThan(300)
    expect((await creditsOf(one)).map(({ minutes, elearning_minutes }) => [minutes, elearning_minutes])).toEqual([
      [5 * H, 0],
    ])
    await ofCourse.set({ code95_elearning_hours: 0 }).execute()
  })

  it('adds e-learning to a complete course alone, and asks nothing of other courses', async () => {
    const { part, drivers } = await planned()
    const [one] = drivers
    await app.db
      .updateTable('courses')
      .set({ code95_elearning_hours: 4 })
      .where('id', '=', app.story.code95.course)
      .execute()
    await sign(part, one, { arrived: '08:20' })
    await sign(part, one, { moment: 'end' })
    await planner.post(`/calendar/getFinishWizard/${part}`, { ...resultsOf(part, drivers), update_status: 'done' })
    expect((await creditsOf(one)).map(({ minutes, elearning_minutes }) => [minutes, elearning_minutes])).toEqual([[7 * H, 4 * H]]) // prettier-ignore
    await app.db
      .updateTable('courses')
      .set({ code95_elearning_hours: 0 })
      .where('id', '=', app.story.code95.course)
      .execute()
    const other = await planner.get(`/calendar/getFinishWizard/${app.story.appointments.toFinish}`)
    expect(other.$('[data-code95-lacking]')).toHaveLength(0)
  })
})
