// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today, wallClock, weekday } from '../../src/platform/format/zone.ts'
import { dutchHolidays } from '../../src/system/holidays/index.ts'
import { type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { countQueries } from '../support/queries.ts'
import { fieldsIn } from './enrolment-support.ts'
import { questionOf } from '../support/question.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

type Form = Record<string, FormValue>

const BHV = { course: 1, theory: 11, practice: 12 }
const ROOM = 1
const OTHER_ROOM = 2
const LOTUS = 6

/** A Tuesday three years from now or later, from which so many weeks are free of holidays. */
function quietTuesday(weeks: number, skip = 0): string {
  let day = addDays(today(), 3 * 365 + skip)
  while (weekday(day) !== 2) day = addDays(day, 1)
  const isHoliday = (on: string) => on in dutchHolidays(Number(on.slice(0, 4)))
  const span = () => Array.from({ length: weeks * 7 + 3 }, (_, i) => addDays(day, i))
  while (span().some(isHoliday)) day = addDays(day, 7)
  return day
}

/** Theory on a day and practice two days later, as the wizard sends them. */
const twoParts = (day: string, more: Form = {}): Form => ({
  course_id: BHV.course,
  status: 'planned',
  'appointments[0][enabled]': 1,
  'appointments[0][course_component_id]': BHV.theory,
  'appointments[0][start_datetime]': `${formatDate(day)} 19:00`,
  'appointments[0][end_datetime]': `${formatDate(day)} 22:00`,
  'appointments[1][enabled]': 1,
  'appointments[1][course_component_id]': BHV.practice,
  'appointments[1][start_datetime]': `${formatDate(addDays(day, 2))} 19:00`,
  'appointments[1][end_datetime]': `${formatDate(addDays(day, 2))} 22:00`,
  ...more,
})
const oneEvening = (day: string, more: Form = {}): Form =>
  Object.fromEntries(
    Object.entries({ ...twoParts(day), ...more }).filter(([name]) => !name.startsWith('appointments[1]')),
  )
const weekly = (day: string, count: number, more: Form = {}): Form => ({
  'series[repeat]': 'weekly',
  'series[every_weeks]': 1,
  'series[weekdays][]': weekday(day),
  'series[count]': count,
  'series[closed]': 'skip',
  ...more,
})
const preview = (form: Form, browser = planner) => browser.post('/calendar/add-series?step=series', form)
const save = (form: Form, browser = planner) => browser.post('/calendar/add-series', form)
type Answer = Awaited<ReturnType<typeof save>>

/** What the preview shows, sent back as the browser does, with changes. */
async function shown(form: Form, change: Form = {}) {
  const answer = await preview(form)
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('series-occasions')])
  const occasions = Object.entries(fieldsIn(answer)).filter(([name]) => name.startsWith('occasions['))
  return { answer, form: { ...form, ...Object.fromEntries(occasions), ...change } }
}
const own = (day: string, field: string) => `occasions[d${day}][${field}]`
const rowOf = ({ $ }: Answer, day: string) => $(`#series-d${day}`).text().replace(/\s+/g, ' ')

/** The plannings that were stored, each with its parts. */
async function stored(answer: Answer) {
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('planning_ids')])
  const { planning_ids: ids } = answer.json<{ planning_ids: number[] }>()
  const parts = await app.db
    .selectFrom('appointments')
    .selectAll()
    .where('group_id', 'in', ids)
    .orderBy('starts_at')
    .execute()
  return ids.map((id) => ({
    id,
    parts: parts
      .filter(({ group_id }) => group_id === id)
      .map((part) => ({ ...part, ...wallClock(part.starts_at), until: wallClock(part.ends_at).time })),
  }))
}
const countPlannings = async () =>
  (
    await app.db
      .selectFrom('appointment_groups')
      .select(app.db.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
const teacher = (name: string) => addContact(app.db, { first_name: 'Docent', last_name: name, roles: [3] })

describe('a series of plannings', () => {
  it('is proposed weekly on the day of the first planning, ten times', async () => {
    const day = quietTuesday(11)
    const { answer } = await shown(oneEvening(day))
    expect(answer.$('.series-row')).toHaveLength(10)
    expect(answer.$('[name="series[weekdays][]"][checked]').attr('value')).toBe('2')
    expect(answer.$('#series-told').text()).toContain('10 planningen')
  })

  it('says how many have no teacher yet, and calls nothing chosen that was not', async () => {
    const day = quietTuesday(4, 90)
    const own = (i: number, more: Form) =>
      Object.fromEntries(Object.entries(more).map(([name, value]) => [`appointments[${i}][${name}]`, value]))
    const told = async (more: Form) => {
      const { answer } = await shown({ ...twoParts(day), ...weekly(day, 3), ...more })
      const unchosen = (field: string) => answer.$(`.sel:has([name$="[${field}]"]) [data-face]`).first().text().trim()
      return [answer.$('#series-told').text().trim(), unchosen('teacher_id'), unchosen('room_id')]
    }
    const who = 4
    const given = (i: number) => own(i, { 'responsibles][': who, room_id: ROOM })
    expect(await told({})).toEqual(['3 planningen, 3 nog zonder docent', 'Geen docent gekozen', 'Geen lokaal gekozen'])
    const some = ['3 planningen, 3 nog zonder docent', 'Docent zoals gekozen', 'Lokaal zoals gekozen']
    expect(await told(given(0))).toEqual(some)
    expect(await told({ ...given(0), ...given(1) })).toEqual(['3 planningen, alles in orde', ...some.slice(1)])
  })

  it('stores exactly what the preview showed: each with its parts at the same distances and hours', async () => {
    const day = quietTuesday(4)
    const { answer, form } = await shown({ ...twoParts(day), ...weekly(day, 3, { 'series[every_weeks]': 1 }) })
    const saved = await save(form)
    const plannings = await stored(saved)
    const days = plannings.map(({ parts }) => parts[0]!.day)
    expect(days).toEqual([day, addDays(day, 7), addDays(day, 14)])
    expect(
      answer
        .$('[name$="[day]"]')
        .toArray()
        .map((field) => answer.$(field).attr('value')),
    ).toEqual(days.map((one) => formatDate(one)))
    for (const { parts } of plannings)
      expect(parts).toMatchObject([
        { component_id: BHV.theory, time: '19:00', until: '22:00' },
        { component_id: BHV.practice, day: addDays(parts[0]!.day, 2), time: '19:00', until: '22:00' },
      ])
    const ids = plannings.map(({ id }) => id)
    expect(saved.trigger.flash).toMatchObject({
      str: `Reeks van 3 planningen toegevoegd: ${ids[0]} t/m ${ids[2]}, 3 planningen nog zonder docent`,
    })
  })

  it('is an option until the day that was asked, and each planning at last until the day before it begins', async () => {
    const day = quietTuesday(3, 200)
    const asked = addDays(day, 8)
    const more = { status: 'option', option_until: formatDate(asked) }
    const { form } = await shown({ ...oneEvening(day, more), ...weekly(day, 3) })
    const answer = await save(form)
    expect(answer.status).toBe(200)
    const made = await app.db
      .selectFrom('appointment_groups')
      .select('option_until')
      .where('id', 'in', answer.json<{ planning_ids: number[] }>().planning_ids)
      .orderBy('id')
      .execute()
    expect(made.map(({ option_until }) => option_until)).toEqual([addDays(day, -1), addDays(day, 6), asked])
  })

  it('passes a holiday, and plans on it where that was chosen, with a remark', async () => {
    const year = Number(today().slice(0, 4)) + 3
    const easter = Object.entries(dutchHolidays(year)).find(([, name]) => name === 'Tweede paasdag')![0]
    const first = addDays(easter, -7)
    const { answer, form } = await shown({ ...oneEvening(first), ...weekly(first, 3) })
    expect(answer.$('#series-told').text()).toContain(`Overgeslagen: ma ${formatDate(easter)} (Tweede paasdag).`)
    const days = (await stored(await save(form))).map(({ parts }) => parts[0]!.day)
    expect(days).not.toContain(easter)
    expect(days).toHaveLength(3)
    const open = await shown({ ...oneEvening(first), ...weekly(first, 2, { 'series[closed]': 'show' }) })
    expect(rowOf(open.answer, easter)).toContain('op een dag waarop u gesloten bent')
  })

  it('keeps its hours past the change of the clock', async () => {
    const year = Number(today().slice(0, 4)) + 4
    // Ten weeks from the first Tuesday of March hold the last Sunday of it.
    let first = `${year}-03-01`
    while (weekday(first) !== 2) first = addDays(first, 1)
    const { form } = await shown({ ...oneEvening(first), ...weekly(first, 5, { 'series[closed]': 'show' }) })
    const plannings = await stored(await save(form))
    expect(new Set(plannings.map(({ parts }) => parts[0]!.time))).toEqual(new Set(['19:00']))
    const gaps = plannings.map(({ parts }) => +parts[0]!.starts_at % 86_400_000)
    expect(new Set(gaps).size).toBe(2)
  })

  it('changes one planning without losing the others: its date, teacher and room, or leaves it out', async () => {
    const day = quietTuesday(5, 30)
    const [usual, other] = [await teacher('Eerste'), await teacher('Tweede')]
    const base = {
      ...oneEvening(day),
      'appointments[0][room_id]': ROOM,
      'appointments[0][responsibles][]': [usual, LOTUS],
      ...weekly(day, 4),
    }
    const { form } = await shown(base, {
      [own(addDays(day, 7), 'day')]: formatDate(addDays(day, 8)),
      [own(addDays(day, 7), 'teacher_id')]: other,
      [own(addDays(day, 14), 'room_id')]: OTHER_ROOM,
      [own(addDays(day, 21), 'enabled')]: '',
    })
    // The preview of what was changed keeps it.
    const again = await shown(form)
    expect(again.answer.$('#series-told').text()).toContain('3 planningen, 1 uitgezet')
    expect(again.form).toMatchObject({
      [own(addDays(day, 7), 'day')]: formatDate(addDays(day, 8)),
      [own(addDays(day, 7), 'teacher_id')]: String(other),
    })
    const plannings = await stored(await save(again.form))
    expect(plannings.map(({ parts }) => [parts[0]!.day, parts[0]!.room_id])).toEqual([
      [day, ROOM],
      [addDays(day, 8), ROOM],
      [addDays(day, 14), OTHER_ROOM],
    ])
    const people = await app.db
      .selectFrom('appointment_responsibles')
      .select('contact_id')
      .where('appointment_id', 'in', [plannings[1]!.parts[0]!.id])
      .orderBy('contact_id')
      .execute()
    expect(people.map(({ contact_id }) => contact_id)).toEqual([LOTUS, other].sort((a, b) => a - b))
  })

  it('tells who is taken in each of them, and stores none unless that is permitted, which is written down', async () => {
    const day = quietTuesday(4, 60)
    const busy = await teacher('Bezet')
    const taken = { 'appointments[0][responsibles][]': busy }
    const once = await planner.post('/calendar/add', { ...oneEvening(addDays(day, 7)), ...taken })
    expect(once.status).toBe(200)
    const { answer, form } = await shown({ ...oneEvening(day), ...taken, ...weekly(day, 3) })
    expect(rowOf(answer, addDays(day, 7))).toContain('Docent Bezet is bezet op de volgende planningen: Theorie BHV')
    expect(rowOf(answer, day)).not.toContain('bezet')
    const before = await countPlannings()
    const question = questionOf(await save(form))
    const busyText = expect.stringContaining('Docent Bezet is bezet op de volgende planningen: Theorie BHV') as string
    expect(question).toMatchObject({
      lines: [{ text: busyText }],
      fields: { [`occasions.d${addDays(day, 7)}.teacher_id`]: [busyText] },
    })
    expect(await countPlannings()).toBe(before)
    const plannings = await stored(await save({ ...form, [question.field]: question.value }))
    const permits = await app.db.selectFrom('double_bookings').selectAll().where('contact_id', '=', busy).execute()
    expect(permits).toHaveLength(1)
    expect([permits[0]!.first_id, permits[0]!.later_id]).toContain(plannings[1]!.parts[0]!.id)
  })

  it('tells of plannings of the series itself that are in each other’s way', async () => {
    const day = quietTuesday(3, 90)
    const one = await teacher('Zelf')
    const { form } = await shown(
      { ...oneEvening(day), 'appointments[0][responsibles][]': one, ...weekly(day, 2) },
      { [own(addDays(day, 7), 'day')]: formatDate(day) },
    )
    expect(rowOf(await preview(form), day)).toContain('Docent Zelf is bezet')
    expect((await save(form)).status).toBe(409)
  })

  it('is taken back as a whole, and is found by any of its plannings', async () => {
    const day = quietTuesday(4, 120)
    const { form } = await shown({ ...oneEvening(day), ...weekly(day, 3) })
    const before = await countPlannings()
    const saved = await save(form)
    const plannings = await stored(saved)
    const list = await planner.get(`/plannings?when=all&series=${plannings[1]!.id}`)
    for (const { id } of plannings) expect(list.text).toContain(String(id))
    expect(list.$('tbody tr')).toHaveLength(3)
    // As the menu of its chip writes it: of several plannings, and all others.
    const numbers = (asked: string) =>
      planner
        .get(`/plannings?when=all&series=${asked}`)
        .then(({ $ }) => [$('tbody tr[data-id]').length, $('[data-filter-chip=series]').text()])
    expect(await numbers(`${plannings[1]!.id},${plannings[2]!.id}`)).toEqual([
      3,
      `Reeks van planningis een van${plannings[1]!.id}, ${plannings[2]!.id}`,
    ])
    const [others, chip] = await numbers(`!${plannings[0]!.id}`)
    expect([(others as number) > 3, chip]).toEqual([true, `Reeks van planningis niet${plannings[0]!.id}`])
    const view = await planner.get(`/calendar/view-appointment/${plannings[2]!.parts[0]!.id}`)
    expect(view.text).toContain('Alle 3 planningen')
    expect((await planner.get('/undo')).text).toContain('voegde 3 planningen van BHV basis en 3 onderdelen toe')
    expect((await planner.post(`/undo/${saved.undo!.set}`)).status).toBe(204)
    expect(await countPlannings()).toBe(before)
  })

  it('refuses a pattern that is not what was shown, and changes nothing', async () => {
    const day = quietTuesday(5, 150)
    const { form } = await shown({ ...oneEvening(day), ...weekly(day, 3) })
    const before = await countPlannings()
    const refused = await save({ ...form, 'series[count]': 4 })
    expect(refused.json()).toEqual({
      'series.repeat': ['De reeks is anders dan wat u zag. Kijk hem na en sla nog eens op.'],
    })
    expect(await countPlannings()).toBe(before)
  })

  it.each([
    ['no day of the week', { 'series[weekdays][]': [] }, 'weekdays'],
    ['no end', { 'series[count]': '' }, 'count'],
    ['a number over the limit', { 'series[count]': 61 }, 'count'],
    ['no interval', { 'series[every_weeks]': 0 }, 'every_weeks'],
    ['a date that is none', { 'series[repeat]': 'dates', 'series[dates]': '31-02-2030' }, 'dates'],
    ['a pattern that is none', { 'series[repeat]': 'yearly' }, 'repeat'],
  ])('refuses %s in words, and shows no plannings for it', async (_what, wrong, field) => {
    const day = quietTuesday(3, 180)
    const form = { ...oneEvening(day), ...weekly(day, 2), ...wrong }
    const answer = await preview(form)
    expect([answer.status, answer.$('.series-row').length]).toEqual([200, 0])
    expect(answer.$('#series-told .note').text()).not.toBe('')
    const refused = await save(form)
    expect([refused.status, Object.keys(refused.json())]).toEqual([422, expect.arrayContaining([`series.${field}`])])
  })

  it('refuses a teacher who is none, a room that is gone, and nothing at all', async () => {
    const day = quietTuesday(3, 210)
    const student = await addContact(app.db, { first_name: 'Geen', last_name: 'Docent', roles: [5] })
    const { form } = await shown({ ...oneEvening(day), ...weekly(day, 2) })
    const before = await countPlannings()
    const wrong = { [own(day, 'teacher_id')]: student, [own(addDays(day, 7), 'room_id')]: 99_999 }
    expect((await save({ ...form, ...wrong })).json()).toEqual({
      [`occasions.d${day}.teacher_id`]: ['Kies een docent die actief is.'],
      [`occasions.d${addDays(day, 7)}.room_id`]: ['Maak een keuze'],
    })
    const off = { [own(day, 'enabled')]: '', [own(addDays(day, 7), 'enabled')]: '' }
    expect((await save({ ...form, ...off })).json()).toEqual({
      _form: ['Zet minstens één planning van de reeks aan.'],
    })
    expect(await countPlannings()).toBe(before)
  })

  it('judges sixty plannings with as many queries as two', async () => {
    const day = quietTuesday(2, 240)
    const one = await teacher('Telt')
    const base = { ...oneEvening(day), 'appointments[0][room_id]': ROOM, 'appointments[0][responsibles][]': one }
    const cost = (count: number) =>
      countQueries(app, () => preview({ ...base, ...weekly(day, count, { 'series[closed]': 'show' }) }))
    await cost(2)
    const few = await cost(2)
    expect(await cost(60)).toBe(few)
  })

  it('stays apart: what becomes of one planning leaves the others as they are', async () => {
    const day = quietTuesday(3, 270)
    const { form } = await shown({ ...oneEvening(day), ...weekly(day, 2) })
    const [first, second] = await stored(await save(form))
    const cancelled = await planner.post(`/calendar/cancel/${first!.parts[0]!.id}`, {})
    expect(cancelled.status).toBeLessThan(500)
    const left = await app.db
      .selectFrom('appointments')
      .select(['status', 'starts_at'])
      .where('group_id', '=', second!.id)
      .execute()
    expect(left).toEqual([{ status: 'planned', starts_at: instantOf(addDays(day, 7), '19:00') }])
  })
})
