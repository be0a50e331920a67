// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { judgeStored } from '../../src/training/planning/appointments/index.ts'
import { type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'
import { fieldsIn } from './enrolment-support.ts'
import { questionOf } from '../support/question.ts'

const BHV = { course: 1, practice: 12 }

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  const needed = { component_id: BHV.practice, [`materials[id-${app.story.materials.manikin}]`]: 1, per_students: 2 }
  expect((await planner.post(`/course/materials/add/${BHV.course}`, needed)).status).toBe(200)
})
afterAll(() => app.close())

type Form = Record<string, FormValue>

/** A day of its own for each test, later than all of the story. */
let days = 1200
const newDay = () => addDays(today(), (days += 7))

/** Practice of BHV for twelve: six manikins of the ten that there are. */
const practice = (day: string, more: Form = {}): Form => ({
  course_id: BHV.course,
  max_count: 12,
  'appointments[1][enabled]': 1,
  'appointments[1][course_component_id]': BHV.practice,
  'appointments[1][start_datetime]': `${formatDate(day)} 09:00`,
  'appointments[1][end_datetime]': `${formatDate(day)} 12:00`,
  ...more,
})
const add = (form: Form, browser = planner) => browser.post('/calendar/add', form)
const permits = (appointment: number) =>
  app.db
    .selectFrom('material_permits')
    .select(['material_id', 'short', 'permitted_by'])
    .where('appointment_id', '=', appointment)
    .execute()
const foundOf = async (id: number) => (await judgeStored(app.db, app.services.registry, [id])).get(id) ?? []

describe('the register of material', () => {
  it('keeps a name once per establishment, finds it, and counts what is out of use', async () => {
    const added = await planner.post('/settings/resource/add', { name: 'Brandblusser', count: 12 })
    expect(added.status).toBe(200)
    const { id } = added.json<{ id: number }>()
    const twice = await planner.post('/settings/resource/add', { name: 'Brandblusser', count: 3 })
    expect([twice.status, twice.json()]).toEqual([422, { name: ['Dit middel staat er al voor deze vestiging.'] }])
    const out = { description: 'Keuring', count: 4, first_day: formatDate(addDays(today(), -1)) }
    expect((await planner.post(`/settings/resource/outage/add/${id}`, out)).status).toBe(200)
    const list = await planner.get('/settings/resources?search=blusser')
    expect(list.$('tr[data-id]').text()).toContain('Brandblusser')
    expect(list.$('tr[data-id]').text()).toContain('4')
    expect(list.$('tr[data-id]')).toHaveLength(1)
  })

  it('does not let go of what a course needs, and says so', async () => {
    const answer = await planner.post('/settings/resource/delete', { id: app.story.materials.manikin })
    expect([answer.status, answer.json()]).toMatchObject([
      409,
      { reasons: [{ label: 'Onderdelen van opleidingen', count: 2 }] },
    ])
  })

  it('is read by teachers and changed by planners', async () => {
    const teacher = await app.as(3)
    expect((await teacher.get('/settings/resources')).status).toBe(200)
    expect((await teacher.post('/settings/resource/add', { name: 'Iets', count: 1 })).status).toBe(403)
  })

  it('refuses a need of another course’s part, and the same one twice', async () => {
    const at = `/course/materials/add/${BHV.course}`
    const { manikin: id, forklift } = app.story.materials
    const manikin = { [`materials[id-${id}]`]: 1 }
    expect((await planner.post(at, { ...manikin, component_id: 81 })).json()).toEqual({
      component_id: ['Kies een onderdeel van deze opleiding.'],
    })
    expect((await planner.post(at, { ...manikin, component_id: BHV.practice })).json()).toEqual({
      materials: [expect.stringMatching(/staat al bij dit onderdeel/)],
    })
    expect((await planner.post(at, { component_id: BHV.practice })).json()).toEqual({
      materials: ['Kies minimaal één middel.'],
    })
    expect((await planner.post(at, { component_id: BHV.practice, [`materials[id-${forklift}]`]: 1001 })).status).toBe(
      422,
    )
  })
})

describe('what a part is given with', () => {
  it('is said of several at once, each with its number; a number below 1 takes one away [P-192]', async () => {
    const { manikin, forklift } = app.story.materials
    const theory = BHV.practice - 1
    const of = () =>
      app.db
        .selectFrom('component_materials')
        .select(['material_id', 'count'])
        .where('component_id', '=', theory)
        .orderBy('material_id')
        .execute()
    const added = await planner.post(`/course/materials/add/${BHV.course}`, {
      component_id: theory,
      [`materials[id-${forklift}]`]: 0,
      [`materials[id-${manikin}]`]: 3,
    })
    expect(added.status).toBe(200)
    expect(await of()).toEqual([{ material_id: manikin, count: 3 }])
    expect((await planner.post(`/undo/${added.undo!.set}`)).status).toBe(204)
    expect(await of()).toEqual([])
  })
})

describe('the days of a material', () => {
  it('name to a teacher the own parts alone, and count all of them', async () => {
    const teacher = await app.as(3)
    const day = addDays(today(), 20)
    const start = { 'appointments[1][start_datetime]': `${formatDate(day)} 06:00` }
    const added = await add(practice(day, { ...start, 'appointments[1][end_datetime]': `${formatDate(day)} 07:00` }))
    const address = `/settings/resource/view/${app.story.materials.manikin}`
    const told = async (browser: Browser) => {
      const { $ } = await browser.get(`${address}?item=days`)
      const line = $('dt').filter((_, dt) => $(dt).text().includes(formatDate(day).slice(0, 5)))
      return line.next().text()
    }
    expect(await told(planner)).toBe('4 vrij van 10 · 6 voor Praktijk BHV')
    expect(await told(teacher)).toBe('4 vrij van 10 · 6 voor een ander')
    expect((await planner.post(`/undo/${added.undo!.set}`)).status).toBe(204)
  })
})

describe('planning with too little material', () => {
  it('is refused until the planner allows it, which is written down, told and taken back with the planning', async () => {
    const day = newDay()
    const first = (await add(practice(day))).json<{ id: number }>()
    expect(await foundOf(first.id)).toEqual([])
    const question = questionOf(await add(practice(day)))
    const lack = expect.stringContaining('Oefenpop: 6 nodig en 4 van 10 vrij, naast') as string
    expect(question).toMatchObject({
      lines: [{ text: lack, isNew: false }],
      fields: { 'appointments.0.start_datetime': [lack] },
    })
    const saved = await add(practice(day, { [question.field]: question.value }))
    const { id } = saved.json<{ id: number }>()
    const { id: who } = (await planner.get('/ajax/getCurrentUser')).json<{ id: number }>()
    expect(await permits(id)).toEqual([{ material_id: app.story.materials.manikin, short: 2, permitted_by: who }])
    expect(await foundOf(id)).toMatchObject([{ tone: 'orange', settled: true, taken: false, resource: 'material' }])
    // The other is short too, and nobody allowed that.
    expect(await foundOf(first.id)).toMatchObject([{ tone: 'red', taken: true, resource: 'material' }])
    expect((await planner.post(`/undo/${saved.undo!.set}`)).status).toBe(204)
    expect(await permits(id)).toEqual([])
    expect(await foundOf(first.id)).toEqual([])
  })

  it('lets parts follow each other, and counts what is out of use', async () => {
    const day = newDay()
    expect((await add(practice(day))).status).toBe(200)
    const later = {
      'appointments[1][start_datetime]': `${formatDate(day)} 12:00`,
      'appointments[1][end_datetime]': `${formatDate(day)} 15:00`,
    }
    expect((await add(practice(day, later))).status).toBe(200)
    const out = {
      description: 'Schoonmaak',
      count: 5,
      first_day: formatDate(addDays(day, 1)),
      last_day: formatDate(addDays(day, 1)),
    }
    await planner.post(`/settings/resource/outage/add/${app.story.materials.manikin}`, out)
    const refused = await add(practice(addDays(day, 1)))
    expect(refused.text).toContain('6 nodig en 5 van 10 vrij, naast Buiten gebruik (Schoonmaak)')
  })

  it('gives the last of it to one of two planners who ask at the same moment', async () => {
    const other = await app.as(1)
    for (let round = 0; round < 3; round++) {
      const day = newDay()
      const both = await Promise.all([add(practice(day)), add(practice(day), other)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  })

  it('is told in the preview of a series, of its own plannings too', async () => {
    const day = newDay()
    await add(practice(addDays(day, 7)))
    const form = {
      ...practice(day),
      'series[repeat]': 'weekly',
      'series[every_weeks]': 1,
      'series[weekdays][]': new Date(`${day}T12:00:00Z`).getUTCDay() || 7,
      'series[count]': 2,
      'series[closed]': 'show',
    }
    const shown = await planner.post('/calendar/add-series?step=series', form)
    expect(shown.$(`#series-d${addDays(day, 7)}`).text()).toContain('Oefenpop: 6 nodig en 4 van 10 vrij')
    expect(shown.$(`#series-d${day}`).text()).not.toContain('Oefenpop')
    const sent = Object.entries(fieldsIn(shown)).filter(([name]) => name.startsWith('occasions['))
    const refused = await planner.post('/calendar/add-series', { ...form, ...Object.fromEntries(sent) })
    expect(questionOf(refused).fields).toEqual({
      [`occasions.d${addDays(day, 7)}.day`]: [expect.stringContaining('6 nodig en 4 van 10 vrij')],
    })
  })
})
