import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instantOf } from '../../src/platform/format/zone.ts'
import { type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

type Form = Record<string, FormValue>

/** Years ahead of the story, so that only what a test plans itself is in the way. */
const DAY = '03-12-2031'
const epoch = (day: string, time: string) => Math.floor(instantOf(day, time)!.getTime() / 1000)

/** Components of the story: course × 10 + place. */
const BHV = { course: 1, theory: 11, practice: 12 }
const ONLINE = { course: 8, lesson: 81 }
const ROOM = 1
const OTHER_ROOM = 2
const TEACHER = 3
const OTHER_TEACHER = 4
const LOTUS = 6

/** One row of the form; `more` are its other fields by their last name. */
function row(index: number, component: number, from: string, to: string, more: Form = {}): Form {
  const name = `appointments[${index}]`
  const own = Object.entries(more).map(([field, value]) => {
    const [first, ...rest] = field.split('.')
    return [`${name}[${first}]${rest.map((part) => `[${part}]`).join('')}`, value] as const
  })
  return {
    [`${name}[enabled]`]: 1,
    [`${name}[course_component_id]`]: component,
    [`${name}[start_datetime]`]: from,
    [`${name}[end_datetime]`]: to,
    ...Object.fromEntries(own),
  }
}

const bhv = (...rows: Form[]): Form => Object.assign({ course_id: BHV.course }, ...rows) as Form
const onDay = (day: string, more: Form = {}) => row(0, BHV.theory, `${day} 08:30`, `${day} 16:00`, more)
const step = (key: string, form: Form = {}) => planner.post(`/calendar/add?step=${key}`, form)
const add = (form: Form, browser = planner) => browser.post('/calendar/add', form)
const messages = (answer: Awaited<ReturnType<typeof add>>) => answer.json<Record<string, string[]>>()

const partsOf = (planningId: number) =>
  app.db.selectFrom('appointments').selectAll().where('group_id', '=', planningId).orderBy('id').execute()
const responsiblesOf = (part: number) =>
  app.db
    .selectFrom('appointment_responsibles')
    .selectAll()
    .where('appointment_id', '=', part)
    .orderBy('contact_id')
    .execute()

describe('the wizard', () => {
  it('has its five steps in order, and two ways to end [T-016][T-017][R-026][S-038]', async () => {
    const { status, $ } = await planner.get(`/calendar/add?datetime=${epoch('2031-12-03', '10:15')}&type=w`)
    expect(status).toBe(200)
    expect(
      $('[data-step-key]')
        .toArray()
        .map((name) => $(name).attr('data-step-key')),
    ).toEqual(['course', 'components', 'incompany', 'addresses', 'teachers'])
    expect($('[data-step]').attr('data-step')).toBe('course')
    expect(
      $('[data-step-submit]')
        .toArray()
        .map((button) => [$(button).text(), $(button).attr('name') ?? '', $(button).attr('value') ?? '']),
    ).toEqual([
      ['Toevoegen', '', ''],
      ['Toevoegen en openen', 'open', '1'],
    ])
  })

  it('is offered to those who may plan, and to nobody else', async () => {
    expect((await planner.page('/companies')).text).toContain('/calendar/add')
    const supervisor = await app.as(4)
    expect((await supervisor.page('/companies')).text).not.toContain('/calendar/add')
    for (const role of [3, 4, 5, 6]) expect((await (await app.as(role)).get('/calendar/add')).status).toBe(403)
  })

  it('refuses a moment that no calendar shows', async () => {
    for (const datetime of ['', 'morgen', '99999999999999'])
      expect((await planner.get(`/calendar/add?datetime=${datetime}&type=w`)).status).toBe(422)
    expect((await planner.get('/calendar/add?datetime=1795770000&type=x')).status).toBe(422)
  })

  it('asks for places and status once a course is chosen', async () => {
    expect((await step('course')).$('[name=max_count]').length).toBe(0)
    const { $ } = await step('course', { course_id: BHV.course })
    expect($('[name=max_count]').attr('value')).toBe('14')
    expect(
      $('[name=status] option')
        .toArray()
        .map((option) => $(option).text()),
    ).toEqual(['Gepland', 'Optie'])
    expect($('[name=status] option[selected]').text()).toBe('Gepland')
  })

  it('goes no further without a course that is given', async () => {
    const answer = await step('components', { course_id: '' })
    expect([answer.status, messages(answer)]).toEqual([422, { course_id: ['Maak een keuze'] }])
    expect((await step('components', { course_id: app.story.courses.retired })).status).toBe(422)
  })
})

describe('the step components', () => {
  it('has a row with predicted dates for each component of the course [T-090]', async () => {
    const { $ } = await planner.post(`/calendar/add?step=components&datetime=${epoch('2031-12-03', '10:15')}&type=w`, {
      course_id: BHV.course,
    })
    expect(
      $('.comp .comp-name')
        .toArray()
        .map((name) => $(name).text()),
    ).toEqual(['Theorie BHV', 'Praktijk BHV'])
    expect($('.comp .switch:checked').length).toBe(2)
    const value = (name: string) => $(`[name="appointments[${name}]"]`).attr('value')
    expect(value('0][start_datetime')).toBe('03-12-2031 10:15')
    expect(value('0][end_datetime')).toBe('03-12-2031 17:45')
    expect(value('1][start_datetime')).toBe('10-12-2031 08:30')
  })

  it('says what is unusual about the dates, and goes on', async () => {
    await app.db
      .insertInto('closing_days')
      .values({ first_day: '2031-12-10', last_day: '2031-12-10', description: 'Personeelsdag' })
      .execute()
    const remarks = async (theory: string, practice: string) => {
      const rows = [row(0, BHV.theory, `${theory} 08:30`, `${theory} 16:00`)]
      rows.push(row(1, BHV.practice, `${practice} 08:30`, `${practice} 16:00`))
      const { $ } = await step('components', bhv(...rows))
      return $('#planning-remarks .note--warning')
        .toArray()
        .map((note) => $(note).text().trim())
    }
    expect(await remarks('03-12-2031', '11-12-2031')).toEqual([])
    expect(await remarks('10-12-2031', '07-12-2031')).toEqual([
      'Theorie BHV begint op een dag waarop u gesloten bent: 10-12-2031, Personeelsdag.',
      'Praktijk BHV begint op een zondag: 07-12-2031.',
      'Praktijk BHV begint vóór Theorie BHV.',
    ])
    const alone = await step('components', bhv(row(1, BHV.practice, '07-12-2031 08:30', '07-12-2031 16:00')))
    expect(alone.$('#planning-remarks .note--warning')).toHaveLength(1)
    expect((await step('incompany', bhv(onDay('07-12-2031')))).status).toBe(200)
  })

  it('starts at the default start where a day of the month was clicked', async () => {
    const { $ } = await planner.post(`/calendar/add?step=components&datetime=${epoch('2031-12-03', '09:00')}&type=m`, {
      course_id: BHV.course,
    })
    expect($('[name="appointments[0][start_datetime]"]').attr('value')).toBe('03-12-2031 08:30')
  })

  it('leaves optional components off, with fields that cannot be used', async () => {
    const { $ } = await step('components', { course_id: app.story.courses.vca })
    expect(
      $('.comp .switch')
        .toArray()
        .map((box) => $(box).is(':checked')),
    ).toEqual([true, false])
    const body = $('.comp-body').eq(1)
    expect(body.is('[hidden]')).toBe(true)
    expect(body.attr('data-enables')).toBe('appointments[1][enabled]')
    expect(body.find('input[data-date]').is('[disabled]')).toBe(true)
  })

  it('shows a course without components as one part that is always on [T-090]', async () => {
    const { id } = await app.db
      .insertInto('courses')
      .values({ description: 'Maatwerk', code: 'MAATWERK', max_count: 8 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { $ } = await step('components', { course_id: id })
    expect([$('.comp').length, $('.switch').length]).toEqual([1, 0])
    const form = { course_id: id, 'appointments[0][enabled]': 1, 'appointments[0][course_component_id]': '' }
    const dates = { start_datetime: `${DAY} 09:00`, end_datetime: `${DAY} 12:00` }
    const answer = await add({
      ...form,
      ...Object.fromEntries(Object.entries(dates).map(([name, value]) => [`appointments[0][${name}]`, value])),
    })
    expect(answer.status).toBe(200)
    const [part] = await partsOf(answer.json<{ appointment_group_id: number }>().appointment_group_id)
    expect(part).toMatchObject({ component_id: null, description: 'Maatwerk', max_count: 8 })
  })

  it('keeps what was typed when it is shown again', async () => {
    const { $ } = await step('components', {
      ...bhv(row(1, BHV.practice, '17-12-2031 09:00', '17-12-2031 10:00', { room_id: ROOM })),
      'appointments[0][course_component_id]': BHV.theory,
    })
    expect(
      $('.switch')
        .toArray()
        .map((box) => $(box).is(':checked')),
    ).toEqual([false, true])
    expect($('[name="appointments[1][start_datetime]"]').attr('value')).toBe('17-12-2031 09:00')
    expect($('[name="appointments[1][room_id]"] option[selected]').attr('value')).toBe(String(ROOM))
  })

  it('is predicted anew from another moment, around the days to skip [R-027][S-039]', async () => {
    const query = new URLSearchParams({
      datetime: '03-12-2031 13:00',
      components: `${BHV.theory},${BHV.practice}`,
      type: 'd',
      exceptions: '10-12-2031, 11-12-2031',
      'appointments[1][course_component_id]': String(BHV.practice),
      'appointments[1][room_id]': String(ROOM),
    })
    const path = '/calendar/getPredictedComponentAppointmentsTable'
    const { status, $ } = await planner.get(`${path}?${query.toString()}`)
    expect(status).toBe(200)
    expect($('[name="appointments[0][start_datetime]"]').attr('value')).toBe('03-12-2031 13:00')
    expect($('[name="appointments[1][start_datetime]"]').attr('value')).toBe('12-12-2031 08:30')
    expect($('[name="appointments[1][room_id]"] option[selected]').attr('value')).toBe(String(ROOM))
    expect((await planner.get(`${path}?datetime=1795770000&components=11,31&type=w`)).status).toBe(404)
    expect((await planner.get(`${path}?datetime=gisteren&components=11&type=w`)).status).toBe(422)
    expect((await planner.get(`${path}?datetime=1795770000&components=11&exceptions=morgen`)).status).toBe(422)
  })

  it('marks the rooms that are in use, with what and when', async () => {
    const day = '04-12-2031'
    expect((await add(bhv(onDay(day, { room_id: ROOM })))).status).toBe(200)
    const { $ } = await step('components', bhv(onDay(day, { room_id: ROOM })))
    const options = $('[name="appointments[0][room_id]"] option')
    expect(options.filter(`[value=${ROOM}]`).text()).toContain('bezet: Theorie BHV, do 04-12-2031, 08:30–16:00')
    expect(options.filter(`[value=${OTHER_ROOM}]`).text()).not.toContain('bezet')
    expect($('#planning-room-0-note').text()).toContain('Theorie BHV, do 04-12-2031, 08:30–16:00')
  })

  it('is not left with a part that starts after it ends, told on its own row [T-161][T-162]', async () => {
    const answer = await step('incompany', {
      ...bhv(onDay(DAY), row(1, BHV.practice, '10-12-2031 13:00', '10-12-2031 08:30')),
    })
    expect(answer.status).toBe(422)
    expect(messages(answer)).toEqual({
      'appointments.1.start_datetime': ['Begindatum moet voor de einddatum zijn.'],
    })
  })

  it('is not left with a first moment or days to skip that nobody can read, as nothing was predicted from them', async () => {
    const left = async (more: Form) => messages(await step('incompany', { ...bhv(onDay(DAY)), ...more }))
    expect(await left({ datetime: '31-02-2031 08:30' })).toEqual({
      datetime: [':label is geen geldige datum (dd-mm-jjjj).'],
    })
    expect(await left({ datetime: '03-12-2031 8' })).toEqual({ datetime: [':label is geen geldige tijd (uu:mm).'] })
    expect(await left({ datetime: '', exceptions: 'morgen' })).toEqual({
      exceptions: [':label zijn geen geldige datums (dd-mm-jjjj).'],
    })
    const read = { datetime: '03-12-2031 08:30', exceptions: '10-12-2031' }
    for (const more of [{}, { datetime: '' }, read])
      expect((await step('incompany', { ...bhv(onDay(DAY)), ...more })).status).toBe(200)
  })

  it('is not left with nothing to plan', async () => {
    const answer = await step('incompany', {
      course_id: BHV.course,
      'appointments[0][course_component_id]': BHV.theory,
    })
    expect([answer.status, messages(answer)]).toEqual([422, { appointments: ['Zet minstens één onderdeel aan.'] }])
  })
})

describe('the step incompany', () => {
  const { course_id, ...dates } = bhv(onDay(DAY))
  const form = { course_id: course_id!, ...dates }

  it('starts with all companies checked: those looked up and those below them [T-096]', async () => {
    const { $ } = await step('incompany', { ...form, incompany: 1, 'companies[]': app.story.companies.deLinde })
    const boxes = $('[name="selected_company_ids[]"]')
    expect(boxes.toArray().map((box) => [Number($(box).attr('value')), $(box).is(':checked')])).toEqual([
      [app.story.companies.thuiszorg, true],
      [app.story.companies.deLinde, true],
    ])
  })

  it('restores the picks when it is shown again, whether in-company is on or off [T-094]', async () => {
    const { deLinde, thuiszorg } = app.story.companies
    const picked = { ...form, 'companies[]': deLinde, 'selected_company_ids[]': deLinde }
    for (const incompany of [{}, { incompany: 1 }]) {
      const { $ } = await step('incompany', {
        ...picked,
        ...incompany,
        offered_company_ids: `${deLinde},${thuiszorg}`,
      })
      const checked = $('[name="selected_company_ids[]"]:checked').toArray()
      expect(checked.map((box) => Number($(box).attr('value')))).toEqual([deLinde])
      expect($('[data-needs=incompany]').is('[hidden]')).toBe(!('incompany' in incompany))
    }
  })

  it('is not left without a company', async () => {
    const answer = await step('addresses', { ...form, incompany: 1 })
    expect([answer.status, messages(answer)]).toEqual([422, { selected_company_ids: ['Kies minstens één bedrijf.'] }])
  })
})

describe('the step addresses', () => {
  const two = (first: Form, second: Form) =>
    bhv(onDay(DAY, first), row(1, BHV.practice, '10-12-2031 08:30', '10-12-2031 16:00', second))
  const choice = async (form: Form) => {
    const { $ } = await step('addresses', form)
    const radios = $('[name=same_location][type=radio]')
    return {
      chosen: radios.filter(':checked').attr('value'),
      forced: radios.is('[disabled]'),
      blocks: $('section[data-place]').length,
    }
  }

  it('asks for an address in a classroom and how to join online [T-091]', async () => {
    const names = async (form: Form) => {
      const { $ } = await step('addresses', form)
      return $('[data-place] input')
        .toArray()
        .map((input) => $(input).attr('name'))
    }
    expect(await names(bhv(onDay(DAY)))).toEqual([
      'address[address_name]',
      'address[postal_code]',
      'address[street_no]',
      'address[street_no_adding]',
      'address[street]',
      'address[city]',
    ])
    const online = { course_id: ONLINE.course, ...row(0, ONLINE.lesson, `${DAY} 18:30`, `${DAY} 21:30`) }
    expect(await names(online)).toEqual([
      'online_details[join_url]',
      'online_details[join_code]',
      'online_details[join_password]',
    ])
  })

  it('has one location for one part, whatever was chosen [T-092]', async () => {
    expect(await choice({ ...bhv(onDay(DAY)), same_location: 0 })).toEqual({ chosen: '1', forced: true, blocks: 1 })
  })

  it('has several for parts in different rooms [T-093]', async () => {
    const apart = two({ room_id: ROOM }, { room_id: OTHER_ROOM })
    expect(await choice({ ...apart, same_location: 1 })).toEqual({ chosen: '0', forced: true, blocks: 2 })
    const together = two({ room_id: ROOM }, { room_id: ROOM })
    expect(await choice(together)).toEqual({ chosen: '1', forced: false, blocks: 1 })
  })

  it('is drawn again for the other choice, with what was typed [R-028]', async () => {
    const form = { ...two({}, {}), 'address[street]': 'Havenkade', online: 0 }
    const several = await planner.post('/calendar/addAddress', { ...form, all_the_same: 0 })
    expect(several.status).toBe(200)
    expect(several.$('section[data-place=offline]').length).toBe(2)
    expect(several.$('[name="appointments[1][address][street]"]').attr('value')).toBe('Havenkade')
    const one = await planner.post('/calendar/addAddress', { ...form, all_the_same: 1 })
    expect(one.$('[name="address[street]"]').attr('value')).toBe('Havenkade')
    const online = await planner.post('/calendar/addAddress', { ...form, online: 1, all_the_same_online: 0 })
    expect(online.$('section[data-place=online]').length).toBe(2)
    expect((await planner.post('/calendar/addAddress', form)).status).toBe(200)
    expect((await planner.post('/calendar/addAddress', {})).status).toBe(422)
  })

  it('shows where a room is instead of asking', async () => {
    const { $ } = await step('addresses', bhv(onDay(DAY, { room_id: ROOM })))
    expect($('[data-place]').text()).toContain('Zwolle, lokaal 1')
    expect($('[data-place] input').length).toBe(0)
  })

  it('proposes the address of the company it is for', async () => {
    const { vanLoon } = app.story.companies
    const { $ } = await step('addresses', { ...bhv(onDay(DAY)), incompany: 1, 'selected_company_ids[]': vanLoon })
    expect($('[name="address[city]"]').attr('value')).toBe('Deventer')
  })
})

describe('a room that is hired', () => {
  it('is told to be uncertain in the choice, below it and at the step of who gives the part', async () => {
    const hire = (hire_confirmed: boolean) =>
      app.db
        .updateTable('rooms')
        .set({
          hired: true,
          hire_confirmed,
          option_until: '2031-11-01',
          city: 'Raalte',
          street: 'Stationsweg',
          street_no: '1',
          postal_code: '8102 JA',
        })
        .where('id', '=', OTHER_ROOM)
        .execute()
    const form = bhv(onDay(DAY, { room_id: OTHER_ROOM }))
    const told = async () => {
      const components = (await step('components', form)).$
      const option = components(`select[name$="[room_id]"] option[value=${OTHER_ROOM}]`).first().text()
      const teachers = (await step('teachers', form)).$('.comp .note--warning').text()
      return [option, components('.planning-busy .due--option').first().text(), teachers].map(
        (text) => /huur/i.exec(text)?.[0],
      )
    }
    await hire(false)
    try {
      expect(await told()).toEqual(['huur', 'huur', 'huur'])
      await hire(true)
      expect(await told()).toEqual([undefined, undefined, undefined])
    } finally {
      await app.db
        .updateTable('rooms')
        .set({
          hired: false,
          hire_confirmed: false,
          option_until: null,
          city: null,
          street: null,
          street_no: null,
          postal_code: null,
        })
        .where('id', '=', OTHER_ROOM)
        .execute()
    }
  })
})

describe('the step teachers', () => {
  const offered = async (form: Form, role: number) => {
    const { $ } = await step('teachers', form)
    const people = $(`[data-role-id=${role}] [data-person]`).toArray()
    return people.map((person) => ({
      id: Number($(person).attr('data-person')),
      busy: $(person).find('[data-busy-text]').text(),
      skilled: $(person).find('.tag').length > 0,
      times: $(person).find('[data-date]').length,
    }))
  }

  it('offers teachers and lotus as responsibles, each under their role [T-191][T-192]', async () => {
    const { $ } = await step('teachers', bhv(onDay(DAY)))
    const wrappers = $('[data-role-id]').toArray()
    expect(wrappers.map((role) => [$(role).attr('data-role-id'), $(role).attr('data-role-name')])).toEqual([
      ['3', 'Docent'],
      ['6', 'Lotus'],
    ])
    const people = await app.db.selectFrom('contacts').select(['id', 'roles']).where('active', '=', true).execute()
    for (const role of [3, 6]) {
      const ids = (await offered(bhv(onDay(DAY)), role)).map(({ id }) => id)
      const wanted = people.filter(({ roles }) => roles.includes(role)).map(({ id }) => id)
      expect(ids.sort()).toEqual(wanted.sort())
    }
  })

  it('offers the people that the lookup of contacts finds [T-205]', async () => {
    const query = 'type=contact&limit=1000&returnObjects=1&filters[roles]=teacher,lotus'
    const found = (await planner.get(`/ajax/specialSelectorSearch?${query}`)).json<
      { id: number; roles: number[]; skills: number[] }[]
    >()
    expect(found.length).toBeGreaterThan(3)
    expect(found.find(({ id }) => id === TEACHER)).toMatchObject({ roles: [3], skills: [1, 2, 3] })
    const { $ } = await step('teachers', bhv(onDay(DAY)))
    const ids = new Set(
      $('[data-person]')
        .toArray()
        .map((person) => Number($(person).attr('data-person'))),
    )
    expect([...ids].sort()).toEqual(found.map(({ id }) => id).sort())
  })

  it('puts who has the skills of the component first', async () => {
    const teachers = await offered(bhv(onDay(DAY)), 3)
    expect(teachers.map(({ id, skilled }) => [id, skilled])).toEqual([
      [OTHER_TEACHER, true],
      [TEACHER, true],
      [7, false],
    ])
  })

  it('lets a lotus have times of their own, and no teacher [T-193]', async () => {
    expect((await offered(bhv(onDay(DAY)), 3)).every(({ times }) => times === 0)).toBe(true)
    expect((await offered(bhv(onDay(DAY)), 6)).every(({ times }) => times === 2)).toBe(true)
    const lotus = row(0, BHV.theory, '05-12-2031 08:30', '05-12-2031 16:00', {
      'responsibles.': [TEACHER, LOTUS],
      [`times.c${LOTUS}.starts_at`]: '05-12-2031 10:00',
      [`times.c${LOTUS}.ends_at`]: '05-12-2031 12:00',
    })
    const answer = await add(bhv(lotus))
    expect(answer.status).toBe(200)
    expect(await responsiblesOf(answer.json<{ id: number }>().id)).toMatchObject([
      { contact_id: TEACHER, role_id: 3, starts_at: null, ends_at: null },
      {
        contact_id: LOTUS,
        role_id: 6,
        starts_at: instantOf('2031-12-05', '10:00'),
        ends_at: instantOf('2031-12-05', '12:00'),
      },
    ])
    const teacher = onDay('08-12-2031', {
      'responsibles.': TEACHER,
      [`times.c${TEACHER}.starts_at`]: '08-12-2031 10:00',
    })
    expect(messages(await add(bhv(teacher)))).toEqual({
      [`appointments.0.times.c${TEACHER}.starts_at`]: ['Een docent heeft geen eigen tijden.'],
    })
  })

  it.each([
    ['starts_at', '07:00'],
    ['starts_at', '16:00'],
    ['ends_at', '08:30'],
    ['ends_at', '17:00'],
  ])('keeps own times within the part: %s %s', async (field, time) => {
    const outside = onDay(DAY, { 'responsibles.': LOTUS, [`times.c${LOTUS}.${field}`]: `${DAY} ${time}` })
    expect(messages(await add(bhv(outside)))).toEqual({
      [`appointments.0.times.c${LOTUS}.starts_at`]: ['Eigen tijden moeten binnen de tijden van het onderdeel vallen.'],
    })
  })

  it('marks who is busy, with what and when', async () => {
    const day = '09-12-2031'
    expect((await add(bhv(onDay(day, { 'responsibles.': TEACHER })))).status).toBe(200)
    const teachers = await offered(bhv(row(0, BHV.theory, `${day} 15:00`, `${day} 18:00`)), 3)
    expect(teachers.find(({ id }) => id === TEACHER)!.busy).toBe('Theorie BHV, di 09-12-2031, 08:30–16:00')
    expect(teachers.find(({ id }) => id === OTHER_TEACHER)!.busy).toBe('')
    const later = await offered(bhv(row(0, BHV.theory, `${day} 16:00`, `${day} 18:00`)), 3)
    expect(later.find(({ id }) => id === TEACHER)!.busy).toBe('')
  })

  it('tells what one person who gives two parts of it would run into', async () => {
    const warnings = async (...rows: Form[]) => {
      const { $ } = await step('teachers', bhv(...rows))
      return $('.comp')
        .toArray()
        .map((part) => $(part).find('.note').text().replaceAll(/\s+/g, ' ').trim())
    }
    const practice = (from: string, to: string) => row(1, BHV.practice, from, to)
    const late = row(0, BHV.theory, '15-12-2031 13:00', '15-12-2031 22:00')
    expect(await warnings(late, practice('16-12-2031 08:30', '16-12-2031 12:00'))).toEqual([
      '',
      'Wie ook Theorie BHV op ma 15-12-2031 geeft, heeft minder dan 11 uur rust ertussen.',
    ])
    expect(await warnings(late, practice('16-12-2031 09:00', '16-12-2031 12:00'))).toEqual(['', ''])
    // Told at the later of the two, whichever row that is.
    expect(await warnings(late, practice('15-12-2031 08:30', '15-12-2031 13:30'))).toEqual([
      'Tegelijk met Praktijk BHV op ma 15-12-2031: niemand kan bij beide zijn.',
      '',
    ])
  })

  it('lets somebody with both roles be planned as either', async () => {
    await app.db
      .updateTable('contacts')
      .set({ roles: [3, 6] })
      .where('id', '=', OTHER_TEACHER)
      .execute()
    const { $ } = await step('teachers', bhv(onDay(DAY)))
    const values = $(`[data-person=${OTHER_TEACHER}] input[type=checkbox]`).toArray()
    expect(values.map((box) => $(box).attr('value'))).toEqual([`${OTHER_TEACHER}`, `${OTHER_TEACHER}:6`])
    const answer = await add(bhv(onDay('18-12-2031', { 'responsibles.': `${OTHER_TEACHER}:6` })))
    expect(await responsiblesOf(answer.json<{ id: number }>().id)).toMatchObject([{ role_id: 6 }])
    const twice = await add(bhv(onDay('11-12-2031', { 'responsibles.': [OTHER_TEACHER, `${OTHER_TEACHER}:6`] })))
    expect(messages(twice)).toEqual({
      'appointments.0.responsibles': ['Ingrid Bosman is bij dit onderdeel twee keer gekozen.'],
    })
    await app.db
      .updateTable('contacts')
      .set({ roles: [3] })
      .where('id', '=', OTHER_TEACHER)
      .execute()
  })
})
