// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'
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
const ONLINE = { course: 8, lesson: 81 }
const ROOM = 1
const OTHER_ROOM = 2
const TEACHER = 3
const OTHER_TEACHER = 4
const LOTUS = 6
const STUDENT = 14

/** A form for the theory of BHV on one day, 08:30–16:00 unless said otherwise. */
function theory(day: string, more: Form = {}, times: [string, string] = ['08:30', '16:00']): Form {
  return {
    course_id: BHV.course,
    'appointments[0][enabled]': 1,
    'appointments[0][course_component_id]': BHV.theory,
    'appointments[0][start_datetime]': `${day} ${times[0]}`,
    'appointments[0][end_datetime]': `${day} ${times[1]}`,
    ...more,
  }
}
function practice(day: string, more: Form = {}, times: [string, string] = ['08:30', '16:00']): Form {
  return {
    'appointments[1][enabled]': 1,
    'appointments[1][course_component_id]': BHV.practice,
    'appointments[1][start_datetime]': `${day} ${times[0]}`,
    'appointments[1][end_datetime]': `${day} ${times[1]}`,
    ...more,
  }
}
const add = (form: Form, browser = planner) => browser.post('/calendar/add', form)
type Added = { id: number; appointment_group_id: number }
type Answer = Awaited<ReturnType<typeof add>>
const messages = (answer: Answer) => answer.json<Record<string, string[]>>()
const people = (row: number) => `appointments[${row}][responsibles][]`
const room = (row: number) => `appointments[${row}][room_id]`

async function planned(form: Form) {
  const answer = await add(form)
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('appointment_group_id')])
  const { id, appointment_group_id: planningId } = answer.json<Added>()
  const parts = await app.db
    .selectFrom('appointments')
    .selectAll()
    .where('group_id', '=', planningId)
    .orderBy('id')
    .execute()
  return { answer, id, planningId, parts }
}
const countPlannings = async () =>
  (
    await app.db
      .selectFrom('appointment_groups')
      .select(app.db.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

describe('adding an option', () => {
  const until = async (planningId: number) =>
    (
      await app.db
        .selectFrom('appointment_groups')
        .select('option_until')
        .where('id', '=', planningId)
        .executeTakeFirstOrThrow()
    ).option_until
  const step = (more: Form) => planner.post('/calendar/add?step=course', { course_id: BHV.course, ...more })

  it('asks until when, with two weeks proposed, and only of an option', async () => {
    const [asked, other] = [await step({ status: 'option' }), await step({ status: 'planned' })]
    const field = asked.$('input[name=option_until]')
    expect([field.length, field.attr('disabled')]).toEqual([1, undefined])
    expect(other.$('input[name=option_until]').attr('disabled')).toBeDefined()
    const soon = await planner.post(
      `/calendar/add?step=course&datetime=${Math.floor(Date.now() / 1000) + 4 * 86_400}`,
      {
        course_id: BHV.course,
        status: 'option',
      },
    )
    expect(soon.$('input[name=option_until]').attr('value')).toBe(formatDate(addDays(today(), 3)))
    expect(field.attr('value')).toBe(formatDate(addDays(today(), 14)))
    const typed = await step({ status: 'option', option_until: '01-02-2034' })
    expect(typed.$('input[name=option_until]').attr('value')).toBe('01-02-2034')
  })

  it('keeps the day that was typed, the proposed one where nobody was asked, and none of what is no option', async () => {
    const option = (day: string, more: Form = {}) => planned({ ...theory(day), status: 'option', ...more })
    expect(await until((await option('03-12-2032')).planningId)).toBe(addDays(today(), 14))
    expect(await until((await option('04-12-2032', { option_until: '20-11-2032' })).planningId)).toBe('2032-11-20')
    expect(await until((await option('05-12-2032', { option_until: '' })).planningId)).toBeNull()
    const sure = await planned({ ...theory('06-12-2032'), status: 'planned', option_until: '20-11-2032' })
    expect(await until(sure.planningId)).toBeNull()
    const past = await add({
      ...theory('07-12-2032'),
      status: 'option',
      option_until: formatDate(addDays(today(), -1)),
    })
    expect([past.status, messages(past)]).toEqual([422, { option_until: ['Kies vandaag of een dag die nog komt.'] }])
  })
})

describe('adding a planning', () => {
  it('makes one planning with a part per component that is on, and tells everybody', async () => {
    const { answer, id, planningId, parts } = await planned({
      ...theory('01-12-2032', { [room(0)]: ROOM, [people(0)]: [TEACHER, LOTUS] }),
      ...practice('08-12-2032', { [room(1)]: ROOM, [people(1)]: TEACHER }),
      status: 'option',
      max_count: 9,
    })
    expect(answer.trigger.changed).toEqual({ items: [{ type: 'appointment', id: 0 }] })
    expect(answer.trigger.flash).toEqual({ str: `Planning ${planningId} toegevoegd`, type: 'success' })
    expect(answer.trigger['popup-open']).toBeUndefined()
    expect(parts).toMatchObject([
      {
        id,
        component_id: BHV.theory,
        description: 'Theorie BHV',
        starts_at: instantOf('2032-12-01', '08:30'),
        ends_at: instantOf('2032-12-01', '16:00'),
        status: 'option',
        max_count: 9,
        room_id: ROOM,
        city: null,
      },
      { component_id: BHV.practice, starts_at: instantOf('2032-12-08', '08:30') },
    ])
    const responsibles = await app.db
      .selectFrom('appointment_responsibles')
      .select(['appointment_id', 'contact_id', 'role_id'])
      .where(
        'appointment_id',
        'in',
        parts.map((part) => part.id),
      )
      .orderBy('appointment_id')
      .orderBy('contact_id')
      .execute()
    expect(responsibles).toEqual([
      { appointment_id: parts[0]!.id, contact_id: TEACHER, role_id: 3 },
      { appointment_id: parts[0]!.id, contact_id: LOTUS, role_id: 6 },
      { appointment_id: parts[1]!.id, contact_id: TEACHER, role_id: 3 },
    ])
    const stored = await app.db
      .selectFrom('appointment_groups')
      .selectAll()
      .where('id', '=', planningId)
      .executeTakeFirst()
    expect(stored).toMatchObject({ course_id: BHV.course, incompany: false })
    const history = await app.db
      .selectFrom('history')
      .select(['actor_id'])
      .where('record_type', '=', 'appointment_group')
      .where('record_id', '=', planningId)
      .execute()
    expect(history).toEqual([{ actor_id: planner.userId }])
  })

  it('opens its first part in time when asked to [T-017]', async () => {
    const { answer, parts } = await planned({ ...theory('15-12-2032'), ...practice('14-12-2032'), open: 1 })
    expect(answer.trigger['popup-open']).toEqual({ url: `/calendar/view-appointment/${parts[1]!.id}` })
    expect((await planner.get(`/calendar/view-appointment/${parts[1]!.id}`)).status).toBe(200)
  })

  it('takes places and status of the course when the form names none', async () => {
    const { parts } = await planned(theory('16-12-2032'))
    expect(parts).toMatchObject([{ status: 'planned', max_count: 14 }])
  })

  it('leaves out what is switched off, whatever stands in its fields', async () => {
    const { parts } = await planned({
      ...theory('17-12-2032'),
      'appointments[1][course_component_id]': BHV.practice,
      'appointments[1][start_datetime]': 'onzin',
    })
    expect(parts).toHaveLength(1)
  })

  it('takes a moment in two fields as well', async () => {
    const { 'appointments[0][start_datetime]': _start, ...form } = theory('20-12-2032')
    const { parts } = await planned({
      ...form,
      'appointments[0][start_datetime][date]': '20-12-2032',
      'appointments[0][start_datetime][time]': '10:00',
    })
    expect(parts[0]!.starts_at).toEqual(instantOf('2032-12-20', '10:00'))
  })

  it('is for the companies that are picked, when it is in-company', async () => {
    const { deLinde, thuiszorg } = app.story.companies
    const companies = (planningId: number) =>
      app.db.selectFrom('appointment_group_companies').select('company_id').where('group_id', '=', planningId).execute()
    const both = await planned({
      ...theory('21-12-2032'),
      incompany: 1,
      'selected_company_ids[]': [deLinde, thuiszorg],
    })
    expect((await companies(both.planningId)).map(({ company_id }) => company_id).sort()).toEqual([deLinde, thuiszorg])
    const none = await planned({ ...theory('22-12-2032'), 'selected_company_ids[]': deLinde })
    expect(await companies(none.planningId)).toEqual([])
  })

  it('keeps one address for all parts, or one each', async () => {
    const form = {
      ...theory('03-01-2033', { 'appointments[0][address][city]': 'Kampen' }),
      ...practice('10-01-2033', { 'appointments[1][address][city]': 'Meppel' }),
      'address[city]': 'Zwolle',
      'address[postal_code]': '8011ab',
    }
    const same = await planned({ ...form, same_location: 1 })
    expect(same.parts.map(({ city, postal_code }) => [city, postal_code])).toEqual([
      ['Zwolle', '8011 AB'],
      ['Zwolle', '8011 AB'],
    ])
    const apart = await planned({ ...form, same_location: 0 })
    expect(apart.parts.map(({ city }) => city)).toEqual(['Kampen', 'Meppel'])
  })

  it('may be abroad, but a Dutch postal code with a slip is refused', async () => {
    const at = (postal_code: string) => ({ ...theory('05-01-2033'), 'address[postal_code]': postal_code })
    for (const slip of ['99', '801 AB', '80111AB', '0811 AB'])
      expect(messages(await add(at(slip)))).toEqual({ 'address.postal_code': [expect.stringContaining('1234 AB')] })
    expect((await planned(at('B-2000'))).parts[0]!.postal_code).toBe('B-2000')
  })

  it('has one location when one part is left of it [T-092]', async () => {
    const form = { ...theory('04-01-2033', { 'appointments[0][address][city]': 'Kampen' }), 'address[city]': 'Zwolle' }
    expect((await planned({ ...form, same_location: 0 })).parts[0]!.city).toBe('Zwolle')
  })

  it('keeps how to join of an online course, and no room or address [T-091]', async () => {
    const lesson = {
      course_id: ONLINE.course,
      'appointments[0][enabled]': 1,
      'appointments[0][course_component_id]': ONLINE.lesson,
      'appointments[0][start_datetime]': '05-01-2033 18:30',
      'appointments[0][end_datetime]': '05-01-2033 21:30',
      'appointments[0][room_id]': ROOM,
      'address[city]': 'Zwolle',
      'online_details[join_url]': 'https://les.example/abc',
    }
    const { parts } = await planned(lesson)
    expect(parts).toMatchObject([{ join_url: 'https://les.example/abc', room_id: null, city: null }])
    const classroom = await planned({ ...theory('06-01-2033'), 'online_details[join_url]': 'https://les.example/abc' })
    expect(classroom.parts[0]!.join_url).toBeNull()
    const wrong = await add({ ...lesson, 'online_details[join_url]': 'les.example' })
    expect(Object.keys(messages(wrong))).toEqual(['online_details.join_url'])
  })
})

describe('a planning that cannot be', () => {
  it('has a part that does not start before its end: refused on its row [T-161][T-162]', async () => {
    const before = await countPlannings()
    const answer = await add({ ...theory('01-02-2033'), ...practice('08-02-2033', {}, ['16:00', '16:00']) })
    expect([answer.status, messages(answer)]).toEqual([
      422,
      { 'appointments.1.start_datetime': ['Begindatum moet voor de einddatum zijn.'] },
    ])
    expect(await countPlannings()).toBe(before)
  })

  it('has a date or time that is not one: refused by name [T-162]', async () => {
    const answer = await add({
      ...theory('31-02-2033'),
      ...practice('08-02-2033', {}, ['08:30', '24:00']),
    })
    expect(messages(answer)).toEqual({
      'appointments.0.start_datetime': ['Begin is geen geldige datum (dd-mm-jjjj).'],
      'appointments.0.end_datetime': ['Einde is geen geldige datum (dd-mm-jjjj).'],
      'appointments.1.end_datetime': ['Einde is geen geldige tijd (uu:mm).'],
    })
  })

  it.each(['1800', '2203', '9999'])('is held in a year in which nobody plans, such as %s', async (year) => {
    const answer = await add(theory(`01-02-${year}`))
    const message = ['Kies een jaar van 2000 tot en met 2099.']
    expect([answer.status, messages(answer)]).toEqual([
      422,
      { 'appointments.0.start_datetime': message, 'appointments.0.end_datetime': message },
    ])
  })

  it('starts in the hour that the clock skips', async () => {
    const answer = await add(theory('27-03-2033', {}, ['02:30', '06:00']))
    expect([answer.status, messages(answer)]).toEqual([
      422,
      {
        'appointments.0.start_datetime': ['Dit tijdstip bestaat niet: de klok gaat die nacht een uur vooruit.'],
      },
    ])
  })

  it.each([
    ['no course', () => ({ ...theory('02-02-2033'), course_id: '' }), 'course_id'],
    ['a course that is no longer given', () => ({ ...theory('02-02-2033'), course_id: 15 }), 'course_id'],
    ['no component', () => ({ course_id: BHV.course }), 'appointments'],
    [
      'a component of another course',
      () => theory('02-02-2033', { 'appointments[0][course_component_id]': 31 }),
      'appointments.0.course_component_id',
    ],
    [
      'a component twice',
      () => ({
        ...theory('02-02-2033'),
        ...practice('03-02-2033'),
        'appointments[1][course_component_id]': BHV.theory,
      }),
      'appointments.1.course_component_id',
    ],
    ['a room that is not there', () => theory('02-02-2033', { [room(0)]: 99_999 }), 'appointments.0.room_id'],
    [
      'somebody who is no teacher or lotus',
      () => theory('02-02-2033', { [people(0)]: STUDENT }),
      'appointments.0.responsibles',
    ],
    ['a teacher as lotus', () => theory('02-02-2033', { [people(0)]: `${TEACHER}:6` }), 'appointments.0.responsibles'],
    ['a choice that is none', () => theory('02-02-2033', { [people(0)]: 'iemand' }), 'appointments.0.responsibles.0'],
    ['in-company without a company', () => ({ ...theory('02-02-2033'), incompany: 1 }), 'selected_company_ids'],
    [
      'a company that is not there',
      () => ({ ...theory('02-02-2033'), incompany: 1, 'selected_company_ids[]': 99_999 }),
      'selected_company_ids',
    ],
    ['no places', () => ({ ...theory('02-02-2033'), max_count: 0 }), 'max_count'],
    ['a status that comes later', () => ({ ...theory('02-02-2033'), status: 'done' }), 'status'],
  ] satisfies [string, () => Form, string][])('has %s: refused on that field', async (_what, form, field) => {
    const before = await countPlannings()
    const answer = await add(form())
    expect([answer.status, Object.keys(messages(answer))]).toEqual([422, [field]])
    expect(await countPlannings()).toBe(before)
  })
})

describe('a double booking', () => {
  it('of a room or a person is refused on the row, naming the planning, until it is confirmed', async () => {
    await planned(theory('01-03-2033', { [room(0)]: ROOM, [people(0)]: TEACHER }))
    const again = {
      ...practice('08-03-2033', { [room(1)]: ROOM, [people(1)]: TEACHER }),
      ...theory('01-03-2033', { [room(0)]: ROOM, [people(0)]: [TEACHER, OTHER_TEACHER] }, ['15:00', '17:00']),
    }
    const question = questionOf(await add(again))
    const other = 'Theorie BHV, di 01-03-2033, 08:30–16:00'
    const [person, place] = [
      `Jeroen van Dijk is bezet op de volgende planningen: ${other}.`,
      `Zwolle, lokaal 1 is bezet op de volgende planningen: ${other}.`,
    ]
    expect(question.lines).toEqual([
      { text: `Theorie BHV: ${person}`, isNew: false },
      { text: `Theorie BHV: ${place}`, isNew: false },
    ])
    expect(question.fields).toEqual({
      'appointments.0.responsibles': [person],
      'appointments.0.room_id': [place],
    })
    expect((await planned({ ...again, [question.field]: question.value })).parts).toHaveLength(2)
  })

  it('is none when one planning begins as the other ends, or was cancelled', async () => {
    const first = await planned(theory('02-03-2033', { [room(0)]: ROOM, [people(0)]: TEACHER }, ['08:00', '12:00']))
    await planned(theory('02-03-2033', { [room(0)]: ROOM, [people(0)]: TEACHER }, ['12:00', '16:00']))
    await app.db
      .updateTable('appointments')
      .set({ status: 'cancelled' })
      .where('group_id', '=', first.planningId)
      .execute()
    await planned(theory('02-03-2033', { [room(0)]: ROOM, [people(0)]: TEACHER }, ['09:00', '11:00']))
  })

  it('is seen between the parts of the planning itself', async () => {
    const answer = await add({
      ...theory('03-03-2033', { [room(0)]: OTHER_ROOM, [people(0)]: TEACHER }),
      ...practice('03-03-2033', { [room(1)]: OTHER_ROOM, [people(1)]: TEACHER }, ['15:00', '18:00']),
    })
    const fields = questionOf(answer).fields!
    expect(Object.keys(fields).sort()).toEqual([
      'appointments.0.responsibles',
      'appointments.0.room_id',
      'appointments.1.responsibles',
      'appointments.1.room_id',
    ])
    expect(fields['appointments.1.responsibles']).toEqual([
      'Jeroen van Dijk is bezet op de volgende planningen: Theorie BHV, do 03-03-2033, 08:30–16:00.',
    ])
  })

  it('counts the own times of a lotus only', async () => {
    const times = (from: string, to: string): Form => ({
      [people(0)]: LOTUS,
      [`appointments[0][times][c${LOTUS}][starts_at]`]: `04-03-2033 ${from}`,
      [`appointments[0][times][c${LOTUS}][ends_at]`]: `04-03-2033 ${to}`,
    })
    await planned(theory('04-03-2033', times('10:00', '12:00')))
    await planned(theory('04-03-2033', times('13:00', '15:00')))
    const answer = await add(theory('04-03-2033', times('11:00', '12:30')))
    expect(questionOf(answer).fields!['appointments.0.responsibles']).toEqual([
      'Olaf Meijer is bezet op de volgende planningen: Theorie BHV, vr 04-03-2033, 10:00–12:00.',
    ])
  })

  it('does not slip through when two people plan at the same moment', async () => {
    const other = await app.as(1)
    const form = theory('07-03-2033', { [room(0)]: ROOM, [people(0)]: TEACHER })
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => add(form, i % 2 === 0 ? planner : other)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })
})

describe('occupations', () => {
  const range = (from: string, to: string) =>
    `from=${instantOf(from, '00:00')!.getTime() / 1000}&to=${instantOf(to, '00:00')!.getTime() / 1000}`
  const ask = async (browser: Browser, query: string) =>
    (await browser.get(`/calendar/getOccupations?${query}`)).json<{ contact_id: number; id: number }[]>()

  it('are who is busy with what between two moments, but for the part or the planning asked about [R-025]', async () => {
    const { planningId, parts } = await planned(theory('01-04-2033', { [people(0)]: [TEACHER, OTHER_TEACHER] }))
    const day = range('2033-04-01', '2033-04-02')
    expect(await ask(planner, day)).toEqual(
      [TEACHER, OTHER_TEACHER].map((contact_id) => ({
        contact_id,
        id: parts[0]!.id,
        description: 'Theorie BHV',
        from: instantOf('2033-04-01', '08:30')!.getTime() / 1000,
        to: instantOf('2033-04-01', '16:00')!.getTime() / 1000,
        period: 'vr 01-04-2033, 08:30–16:00',
      })),
    )
    expect(await ask(planner, `${day}&except=${parts[0]!.id}`)).toEqual([])
    expect(await ask(planner, `${day}&except_group=${planningId}`)).toEqual([])
    expect((await ask(planner, `${day}&except=${app.story.appointments.coming}&except_group=`)).length).toBe(2)
    expect(await ask(planner, range('2033-04-02', '2033-04-03'))).toEqual([])
  })

  it('are to a teacher the own ones, and nothing to others', async () => {
    await planned(theory('04-04-2033', { [people(0)]: [TEACHER, OTHER_TEACHER] }))
    const day = range('2033-04-04', '2033-04-05')
    expect((await ask(await app.as(3), day)).map(({ contact_id }) => contact_id)).toEqual([TEACHER])
    for (const role of [4, 5, 6])
      expect((await (await app.as(role)).get(`/calendar/getOccupations?${day}`)).status).toBe(403)
  })

  it('are asked for a span that makes sense', async () => {
    for (const query of ['', 'from=10&to=10', 'from=20&to=10', 'from=0&to=99999999', 'from=a&to=b'])
      expect((await planner.get(`/calendar/getOccupations?${query}`)).status).toBe(422)
  })
})
