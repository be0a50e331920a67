// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate, formatTime } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { holdsPlace } from '../../src/training/money/agreements/agreements.queries.ts'
import { addPeople, addPlanning, peopleIn, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

let made = 0
/** A course of its own, so that no planning of the story is offered. */
async function addCourse(): Promise<number> {
  const { id } = await app.db
    .insertInto('courses')
    .values({ description: `Bedrijfscursus ${++made}`, code: `APP-${made}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
async function addCompany(name = `Bedrijf ${++made}`): Promise<number> {
  const { id } = await app.db
    .insertInto('companies')
    .values({ name, client_id: 8_000_000 + made })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface Made {
  id: number
  token: string
  company: number
  course: number
}
/** An agreement with its link, made as planners do. */
async function agree(
  more: { places?: number; company?: number; course?: number; validUntil?: string } = {},
): Promise<Made> {
  const company = more.company ?? (await addCompany())
  const course = more.course ?? (await addCourse())
  const answer = await planner.post(`/company/${company}/agreements/add`, {
    name: 'Plan',
    ends_on: formatDate(addDays(today(), 100)),
    'courses[0][course_id]': course,
    'courses[0][places]': more.places ?? 5,
    'courses[0][valid_until]': formatDate(more.validUntil ?? addDays(today(), 100)),
  })
  const { id } = answer.json<{ id: number }>()
  expect((await planner.post(`/agreements/${id}/link`)).status).toBe(204)
  const link = (await planner.get(`/agreements/view/${id}`)).$(`#link-${id}`).val() as string
  return { id, company, course, token: link.split('/').at(-1)! }
}

interface Person {
  first_name: string
  last_name: string
  email: string
  birth_date?: string
}
let people = 0
const somebody = (): Person => {
  const number = ++people
  return { first_name: 'Nieuw', last_name: `Cursist${number}`, email: `nieuw${number}@post.example` }
}

/** Sends the form of the page, as a visitor with a session of his own does. */
async function send(token: string, fields: { course: number; planning: number; persons: Person[] }): Promise<Answer> {
  const page = await app.anonymous.page('/apply')
  const cookie = page.headers.get('set-cookie')!.split(';')[0]!
  const body = new URLSearchParams({
    _token: page.$('[name=_token]').val() as string,
    course_id: String(fields.course),
    appointment_group_id: String(fields.planning),
  })
  fields.persons.forEach((person, i) => {
    for (const [name, value] of Object.entries(person)) body.set(`persons[${i}][${name}]`, value as string)
  })
  return app.anonymous.request(`/apply/${token}`, {
    method: 'POST',
    headers: { cookie, accept: 'text/html' },
    body,
    redirect: 'manual',
  })
}
const page = (token: string) => app.anonymous.page(`/apply/${token}`)
const headingOf = ({ $ }: Answer) => $('h1').text()
const ENDED = 'Deze link is niet meer actief'
const contactsOf = (company: number) =>
  app.db.selectFrom('contacts').select(['id', 'email', 'birth_date']).where('company_id', '=', company).execute()
const placesOf = async (token: string) =>
  (await page(token))
    .$('table tbody td')
    .toArray()
    .map((cell) => (cell.children[0] as { data?: string } | undefined)?.data?.trim() ?? '')

describe('the public enrol page', () => {
  it('says what a course asks to who may not decide about it, and not of whom it is lacking', async () => {
    const { token, course, company } = await agree()
    const asked = await addCourse()
    await app.db.insertInto('course_requirements').values({ course_id: course, required_course_id: asked }).execute()
    const { planningId, parts } = await addPlanning(app, { courseId: course })
    const known = somebody()
    await app.db
      .insertInto('contacts')
      .values({ ...known, company_id: company })
      .execute()
    for (const person of [known, somebody()]) {
      const refused = await send(token, { course, planning: planningId, persons: [person] })
      expect(refused.status).toBe(422)
      const said = refused.$('.field-error').text()
      expect(said).toMatch(
        /^Deze opleiding vraagt een geldig certificaat Bedrijfscursus \d+\. Daarom kan deze inschrijving niet online/,
      )
      expect(said).not.toContain(person.last_name)
    }
    expect(await peopleIn(app, parts[0]!)).toEqual([])
    expect(await contactsOf(company)).toHaveLength(1)
  })

  it('is reached by the link of an agreement alone, without signing in, and asks for the link without one [T-007][R-051][S-056]', async () => {
    const { token } = await agree()
    expect((await page(token)).status).toBe(200)
    expect(headingOf(await page(token))).toContain('Inschrijven voor Bedrijf')
    const start = await app.anonymous.page('/apply')
    expect([start.status, start.$('[name=link]').length, start.$('table, [name^=persons]').length]).toEqual([200, 1, 0])
    expect(headingOf(await page('x'.repeat(32)))).toBe(ENDED)
    expect(headingOf(await page('kort'))).toBe(ENDED)
  })

  it('shows the contracts table, the course choice, components and appointments [T-035][S-055]', async () => {
    const { token, course, company } = await agree({ places: 7 })
    const { planningId } = await addPlanning(app, { courseId: course, components: [null, null] })
    const { $, text } = await page(token)
    const head = $('table th')
      .toArray()
      .map((cell) => $(cell).text())
    expect(head).toEqual(['Opleiding', 'Gekocht', 'Gebruikt', 'Over', 'Geldig tot en met'])
    expect(
      $('table tbody td.num-r')
        .toArray()
        .map((cell) => $(cell).text()),
    ).toEqual(['7', '0', '7'])
    expect(
      $('[name=course_id]')
        .toArray()
        .map((input) => $(input).val()),
    ).toEqual([String(course)])
    expect(
      $(`[data-planning=${planningId}] .apply-part b`)
        .toArray()
        .map((part) => $(part).text()),
    ).toEqual(['Deel 1', 'Deel 2'])
    expect($(`[data-planning=${planningId}] [name=appointment_group_id]`).val()).toBe(String(planningId))
    const starts = await app.db.selectFrom('appointments').select('starts_at').where('group_id', '=', planningId).orderBy('id').execute() // prettier-ignore
    const shown = $(`[data-planning=${planningId}] .apply-part`)
      .toArray()
      .map((part) => $(part).text())
    for (const [i, { starts_at }] of starts.entries())
      expect(shown[i]).toContain(`${formatDate(starts_at)}, ${formatTime(starts_at)}`)
    expect(text).toContain(
      (await app.db.selectFrom('companies').select('name').where('id', '=', company).executeTakeFirstOrThrow()).name,
    )
  })

  it('has one option per appointment group, with description, free places, day, times and the way there [T-036][T-037]', async () => {
    const { token, course } = await agree()
    const first = await addPlanning(app, { courseId: course, components: [null, null], max: 6 })
    const second = await addPlanning(app, { courseId: course, inDays: 60, max: 9 })
    await put(app, [first.parts[1]!], [app.story.contacts.anouk, app.story.contacts.gerrit])
    await app.db
      .updateTable('appointments')
      .set({ street: 'Kade', street_no: '4', city: 'Zwolle' })
      .where('group_id', '=', first.planningId)
      .execute()
    const { $ } = await page(token)
    const options = $('[name=appointment_group_id]').toArray()
    expect(options.map((input) => Number($(input).val()))).toEqual([first.planningId, second.planningId])
    const option = $(`[data-planning=${first.planningId}]`)
    // Free places are the maximum less the students, of the part that has the fewest.
    expect(option.find('[data-free]').text()).toBe('4 plaatsen vrij')
    const part = await app.db
      .selectFrom('appointments')
      .selectAll()
      .where('id', '=', first.parts[0]!)
      .executeTakeFirstOrThrow()
    const day = new Intl.DateTimeFormat('nl-NL', { weekday: 'long', timeZone: 'Europe/Amsterdam' }).format(
      part.starts_at,
    )
    const shown = option.find('.apply-part').first()
    expect(shown.find('b').text()).toBe('Deel 1')
    expect(shown.text()).toContain(
      `${day} ${formatDate(part.starts_at)}, ${formatTime(part.starts_at)}–${formatTime(part.ends_at)}`,
    )
    expect(shown.find('a').attr('href')).toContain('openstreetmap.org')
    expect(shown.find('a').text()).toBe('Kade 4, Zwolle')
  })

  it('offers neither what is full, cancelled, begun or an option, nor the planning of another company', async () => {
    const { token, course, company } = await agree()
    const own = await addPlanning(app, { courseId: course, incompany: company })
    const other = await addPlanning(app, { courseId: course, incompany: app.story.companies.kuipers })
    for (const more of [{ status: 'cancelled' }, { status: 'option' }, { inDays: -3 }])
      await addPlanning(app, { courseId: course, ...more })
    const full = await addPlanning(app, { courseId: course, max: 1 })
    await put(app, full.parts, [app.story.contacts.anouk])
    expect(
      (await page(token))
        .$('[name=appointment_group_id]')
        .toArray()
        .map((input) => Number(input.attribs.value)),
    ).toEqual([own.planningId])
    for (const { planningId, parts } of [other, full]) {
      const before = await peopleIn(app, parts[0]!)
      const refused = await send(token, { course, planning: planningId, persons: [somebody()] })
      expect([refused.status, await peopleIn(app, parts[0]!)]).toEqual([422, before])
    }
  })

  it('answers groups with their siblings to the form fields and freeSpace [T-216]', async () => {
    const { token, course } = await agree()
    const small = await addPlanning(app, { courseId: course, max: 2 })
    const large = await addPlanning(app, { courseId: course, inDays: 50, max: 5, components: [null, null] })
    interface Groups {
      done: boolean
      groups: { appointment_group_id: number; siblings: { id: number }[] }[]
    }
    const ask = async (fields: Record<string, string>) =>
      (await app.anonymous.get(`/apply/${token}/appointments?${new URLSearchParams(fields).toString()}`)).json<Groups>()
    const two = await ask({ course_id: String(course), freeSpace: '2', 'persons[0][first_name]': 'x' })
    expect(two.groups.map(({ appointment_group_id }) => appointment_group_id)).toEqual([
      small.planningId,
      large.planningId,
    ])
    expect(two.groups[1]!.siblings.map(({ id }) => id)).toEqual(large.parts)
    const three = await ask({ course_id: String(course), freeSpace: '3' })
    expect(three.groups.map(({ appointment_group_id }) => appointment_group_id)).toEqual([large.planningId])
    expect((await ask({ course_id: '1', freeSpace: '1' })).groups).toEqual([])
  })

  it('enrols new people in all parts, uses places, and comes back while there are some left [T-127]', async () => {
    const { token, course, company, id } = await agree({ places: 3 })
    const { planningId, parts } = await addPlanning(app, { courseId: course, components: [null, null] })
    const answer = await send(token, {
      course,
      planning: planningId,
      persons: [somebody(), { ...somebody(), birth_date: '05-01-1985' }],
    })
    expect(answer.status).toBe(303)
    const reloaded = await app.anonymous.page(answer.headers.get('location')!)
    expect(reloaded.$('.note--success').text()).toContain('2 cursisten zijn ingeschreven')
    expect(reloaded.$('form[data-apply]')).toHaveLength(1)
    const contacts = await contactsOf(company)
    expect(contacts.map(({ birth_date }) => birth_date)).toEqual([null, '1985-01-05'])
    for (const part of parts) expect(await peopleIn(app, part)).toEqual(contacts.map((contact) => contact.id))
    expect((await placesOf(token)).slice(1, 3)).toEqual(['3', '2'])
    expect((await planner.get(`/agreements/${id}/uses?embed=1`)).$('td.c-main')).toHaveLength(2)
  })

  it('says that the link is deactivated once nothing is left, and from then on to everything [T-126][S-057]', async () => {
    const { token, course } = await agree({ places: 1 })
    const { planningId, parts } = await addPlanning(app, { courseId: course })
    const answer = await send(token, { course, planning: planningId, persons: [somebody()] })
    expect([answer.status, headingOf(answer)]).toEqual([200, ENDED])
    expect(answer.text).toContain('1 cursist is ingeschreven')
    expect(headingOf(await page(token))).toBe(ENDED)
    expect(headingOf(await send(token, { course, planning: planningId, persons: [somebody()] }))).toBe(ENDED)
    expect((await app.anonymous.get(`/apply/${token}/appointments`)).json()).toEqual({ done: true, groups: [] })
    expect(await peopleIn(app, parts[0]!)).toHaveLength(1)
  })

  it('ends with its date, with the link, and with the company', async () => {
    const ends: ((made: Made) => Promise<unknown>)[] = [
      ({ id }) =>
        app.db
          .updateTable('training_agreements')
          .set({ ends_on: addDays(today(), -1) })
          .where('id', '=', id)
          .execute(),
      ({ id }) => planner.post(`/agreements/${id}/link/end`),
      ({ id }) => planner.post(`/agreements/${id}/link`),
      ({ company }) => app.db.updateTable('companies').set({ active: false }).where('id', '=', company).execute(),
      ({ course }) => app.db.updateTable('courses').set({ active: false }).where('id', '=', course).execute(),
    ]
    for (const end of ends) {
      const made = await agree()
      const { planningId, parts } = await addPlanning(app, { courseId: made.course })
      expect(headingOf(await page(made.token))).not.toBe(ENDED)
      await end(made)
      expect(headingOf(await page(made.token))).toBe(ENDED)
      expect(
        headingOf(await send(made.token, { course: made.course, planning: planningId, persons: [somebody()] })),
      ).toBe(ENDED)
      expect(await peopleIn(app, parts[0]!)).toEqual([])
    }
  })
})

describe('who abuses the enrol page', () => {
  it('enrols nobody twice by sending twice, one after the other or at once', async () => {
    const { token, course, company } = await agree({ places: 4 })
    const { planningId, parts } = await addPlanning(app, { courseId: course })
    const form = { course, planning: planningId, persons: [somebody()] }
    await Promise.all([send(token, form), send(token, form), send(token, form)])
    await send(token, form)
    expect(await contactsOf(company)).toHaveLength(1)
    expect(await peopleIn(app, parts[0]!)).toHaveLength(1)
    expect((await placesOf(token)).slice(2, 3)).toEqual(['1'])
  })

  it('never takes more places than are left, nor than the planning has, however many windows ask at once', async () => {
    const bought = await agree({ places: 2 })
    const roomy = await addPlanning(app, { courseId: bought.course })
    await Promise.all(
      Array.from({ length: 6 }, () =>
        send(bought.token, { course: bought.course, planning: roomy.planningId, persons: [somebody()] }),
      ),
    )
    expect(await peopleIn(app, roomy.parts[0]!)).toHaveLength(2)
    const plenty = await agree({ places: 50 })
    const tight = await addPlanning(app, { courseId: plenty.course, max: 1, components: [null, null] })
    await Promise.all(
      Array.from({ length: 5 }, () =>
        send(plenty.token, { course: plenty.course, planning: tight.planningId, persons: [somebody()] }),
      ),
    )
    for (const part of tight.parts) expect(await peopleIn(app, part)).toHaveLength(1)
    expect(await contactsOf(plenty.company)).toHaveLength(1)
    const refused = await send(plenty.token, {
      course: plenty.course,
      planning: tight.planningId,
      persons: [somebody()],
    })
    expect(refused.$('.field-error').text()).toContain('niet genoeg plaats')
  })

  it('reaches no course outside the agreement, no planning of another course, and nobody of another company', async () => {
    const { token, course, company } = await agree()
    const strange = await addCourse()
    const elsewhere = await addPlanning(app, { courseId: strange })
    const here = await addPlanning(app, { courseId: course })
    for (const form of [
      { course: strange, planning: elsewhere.planningId },
      { course, planning: elsewhere.planningId },
      { course: strange, planning: here.planningId },
    ])
      expect((await send(token, { ...form, persons: [somebody()] })).status).toBe(422)
    expect(await peopleIn(app, elsewhere.parts[0]!)).toEqual([])
    const [foreigner] = await app.db
      .insertInto('contacts')
      .values({
        first_name: 'Vera',
        last_name: 'Vreemd',
        email: 'vera@elders.example',
        company_id: app.story.companies.kuipers,
      })
      .returning('id')
      .execute()
    await send(token, {
      course,
      planning: here.planningId,
      persons: [{ first_name: 'Vera', last_name: 'Vreemd', email: 'vera@elders.example' }],
    })
    expect(await peopleIn(app, here.parts[0]!)).not.toContain(foreigner!.id)
    expect(await contactsOf(company)).toHaveLength(1)
  })

  it('learns nothing of who is known: the answer is the same, and known people are enrolled as they are', async () => {
    const { token, course, company } = await agree()
    const { planningId, parts } = await addPlanning(app, { courseId: course })
    const { id: known } = await app.db
      .insertInto('contacts')
      .values({
        first_name: 'Kees',
        last_name: 'Bekend',
        email: 'kees@post.example',
        birth_date: '1970-02-03',
        company_id: company,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db.insertInto('contact_companies').values({ contact_id: known, company_id: company }).execute()
    const one = await send(token, {
      course,
      planning: planningId,
      persons: [{ first_name: 'kees', last_name: 'bekend', email: 'KEES@post.example' }],
    })
    const two = await send(token, { course, planning: planningId, persons: [somebody()] })
    expect([one.status, one.headers.get('location')]).toEqual([two.status, two.headers.get('location')])
    expect((await peopleIn(app, parts[0]!))[0]).toBe(known)
    expect(await contactsOf(company)).toHaveLength(2)
    const shown = await page(token)
    expect(shown.text).not.toContain('Bekend')
    expect([shown.headers.get('cache-control'), shown.headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex'])
  })

  it('gets the page back with what was typed and what is wrong with it', async () => {
    const { token, course } = await agree()
    const { planningId, parts } = await addPlanning(app, { courseId: course })
    const wrong = await send(token, {
      course,
      planning: planningId,
      persons: [{ first_name: '<b>', last_name: 'Fout', email: 'geen adres' }],
    })
    expect(wrong.status).toBe(422)
    expect(wrong.$('[name="persons[0][first_name]"]').val()).toBe('<b>')
    expect(wrong.$('.field-error').text()).toContain('Dit e-mailadres klopt niet.')
    expect(wrong.$('input[name=appointment_group_id][checked]').val()).toBe(String(planningId))
    const many = await send(token, { course, planning: planningId, persons: Array.from({ length: 21 }, somebody) })
    expect(many.status).toBe(422)
    const beyond = await send(token, { course, planning: planningId, persons: Array.from({ length: 6 }, somebody) })
    expect(beyond.$('.field-error').text()).toContain('Er zijn nog 5 plaatsen over.')
    expect(await peopleIn(app, parts[0]!)).toEqual([])
  })

  it('is asked to wait after thirty forms of one link', async () => {
    const { token, course } = await agree()
    const { planningId } = await addPlanning(app, { courseId: course })
    const statuses: number[] = []
    for (let i = 0; i < 31; i++)
      statuses.push((await send(token, { course: 1, planning: planningId, persons: [somebody()] })).status)
    expect([statuses[29], statuses[30]]).toEqual([422, 429])
    expect(statuses).not.toContain(500)
  })
})

describe('an agreement', () => {
  it('is made, changed and seen by planners alone, and says what is wrong with it', async () => {
    const { id, company, course } = await agree()
    for (const role of [ROLE.teacher, ROLE.supervisor, ROLE.student]) {
      const browser = await app.as(role)
      expect((await browser.get(`/agreements/view/${id}`)).status).toBe(403)
      expect((await browser.post(`/agreements/${id}/link`)).status).toBe(403)
    }
    const twice = { 'courses[1][course_id]': course, 'courses[1][places]': 2, 'courses[1][valid_until]': '01-01-2090' }
    const line = { 'courses[0][course_id]': course, 'courses[0][places]': 2, 'courses[0][valid_until]': '01-01-2090' }
    const add = (more: object) =>
      planner.post(`/company/${company}/agreements/add`, { name: 'Plan', ends_on: '01-01-2090', ...line, ...more })
    expect((await add(twice)).json()).toEqual({ 'courses.1.course_id': ['Deze opleiding staat er al.'] })
    expect((await add({ 'courses[0][places]': 0 })).status).toBe(422)
    expect((await add({ ends_on: '31-02-2090' })).status).toBe(422)
    expect((await planner.get(`/company/${company}/agreements?embed=1`)).$('td.c-main')).toHaveLength(1)
  })

  it('keeps the places that were used: they are not taken out, nor is the agreement deleted', async () => {
    const { id, token, company, course } = await agree({ places: 3 })
    const { planningId } = await addPlanning(app, { courseId: course })
    await send(token, { course, planning: planningId, persons: [somebody(), somebody()] })
    const [line] = await app.db
      .selectFrom('training_agreement_courses')
      .selectAll()
      .where('agreement_id', '=', id)
      .execute()
    const { version } = await app.db
      .selectFrom('training_agreements')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const edit = (more: object) =>
      planner.post(`/agreements/edit/${id}`, {
        name: 'Plan',
        ends_on: '01-01-2090',
        version,
        'courses[0][course_id]': course,
        'courses[0][valid_until]': '01-01-2090',
        ...more,
      })
    expect((await edit({ 'courses[0][id]': line!.id, 'courses[0][places]': 1 })).json()).toEqual({
      'courses.0.places': ['Er zijn al 2 plaatsen gebruikt.'],
    })
    expect((await edit({ 'courses[0][places]': 5 })).status).toBe(422)
    expect((await edit({ 'courses[0][id]': line!.id, 'courses[0][places]': 2 })).status).toBe(204)
    expect(headingOf(await page(token))).toBe(ENDED)
    expect((await planner.post('/agreements/delete', { id })).status).toBe(409)
    expect((await planner.post('/company/delete', { id: company })).status).toBe(409)
  })

  it('tells at a list what each company takes of it, with who is no contact yet, never over and until none are left', async () => {
    const { id, company, course } = await agree({ places: 3 })
    const { parts } = await addPlanning(app, { courseId: course })
    const people = await addPeople(app, 2, company)
    const stranger = (await addPeople(app, 1))[0]!
    const told = async (form: Record<string, string>) => {
      const { $, status } = await planner.post(`/calendar/${parts[0]}/places-taken`, form)
      expect(status).toBe(200)
      return $('p').toArray().map((line) => $(line).text().replace(/\s+/g, ' ').trim()) // prettier-ignore
    }
    const { name } = await app.db.selectFrom('companies').select('name').where('id', '=', company).executeTakeFirstOrThrow() // prettier-ignore
    const of = (text: string) => [`${name}: ${text}`]
    expect(await told({ students: people.join() })).toEqual(of('2 van 3 plaatsen van overeenkomst Plan, daarna nog 1 over')) // prettier-ignore
    expect(await told({ students: [...people, stranger].join(), unknown: '3', company_id: String(company) })).toEqual(
      of('3 van 3 plaatsen van overeenkomst Plan, daarna geen meer over; 2 cursisten passen er niet meer in'),
    )
    // Private persons, and who is enrolled already, take nothing.
    expect(await told({ students: String(stranger), unknown: '2', company_id: '-1' })).toEqual([])
    await planner.post(`/calendar/enroll/${parts[0]}/0`, { way: 'people', 'students[]': people, what_appointments: 'all' }) // prettier-ignore
    expect(await told({ students: people.join() })).toEqual([])
    expect(await told({ unknown: '2', company_id: String(company) })).toEqual(
      of('1 van 3 plaatsen van overeenkomst Plan, daarna geen meer over; 1 cursist past er niet meer in'),
    )
    const uses = await app.db.selectFrom('training_agreement_uses').select('id').where('agreement_id', '=', id).execute() // prettier-ignore
    expect(uses).toHaveLength(2)
    expect((await planner.post(`/calendar/${parts[0]}/places-taken`, { unknown: 'x' })).status).toBe(422)
  })

  it('is used when a planner enrols people of the company too, who sees it beforehand: never over, and given back', async () => {
    const { id, company, course } = await agree({ places: 3 })
    const { parts, planningId } = await addPlanning(app, { courseId: course, components: [null, null] })
    const [first, ...more] = await addPeople(app, 4, company)
    const [stranger] = await addPeople(app, 1)
    const uses = (agreement: number) =>
      app.db
        .selectFrom('training_agreement_uses')
        .select(['contact_id', 'group_id'])
        .where('agreement_id', '=', agreement)
        .where(holdsPlace)
        .orderBy('contact_id')
        .execute()
    const ask = async (people: number[]) =>
      (await planner.get(`/calendar/${parts[0]}/requirements?students=${people.join()}&enrols=1`)).text
    const enrol = (people: number[], part = parts[0]!) =>
      planner.post(`/calendar/enroll/${part}/0`, { way: 'people', 'students[]': people, what_appointments: 'all' })
    expect(await ask([first!])).toContain('1 van 3 plaatsen van overeenkomst Plan, daarna nog 2 over')
    expect(await ask([stranger!])).not.toContain('overeenkomst')
    const taken = await enrol([first!, stranger!])
    expect(taken.status).toBe(204)
    expect(await uses(id)).toEqual([{ contact_id: first, group_id: planningId }])
    expect((await planner.post(`/undo/${taken.undo!.set}`)).status).toBe(204)
    expect(await uses(id)).toEqual([])
    await enrol([first!])
    expect(await ask(more)).toContain('2 van 3 plaatsen van overeenkomst Plan, daarna geen meer over; 1 cursist past er niet meer in') // prettier-ignore
    expect((await enrol(more)).status).toBe(204)
    expect((await uses(id)).map(({ contact_id }) => contact_id)).toEqual([first, more[0], more[1]])
    // Who left while the others took all comes back without one.
    const leave = (person: number) =>
      planner.post(`/calendar/cancelEnrollment/${parts[0]}?id=${person}`, { id: person, all: '1' })
    const other = await addPlanning(app, { courseId: course })
    const [late] = await addPeople(app, 1, company)
    expect((await leave(first!)).status).toBeLessThan(300)
    await enrol([late!], other.parts[0])
    await enrol([first!])
    expect((await uses(id)).map(({ contact_id }) => contact_id).sort()).toEqual([more[0], more[1], late].sort())
    // In the planning of a company alone nothing was bought by the place.
    const [inside] = await addPeople(app, 1, company)
    await leave(more[0]!)
    const incompany = await addPlanning(app, { courseId: course, incompany: company })
    await enrol([inside!], incompany.parts[0])
    expect((await uses(id)).length).toBe(2)
  })

  it('that ends first gives its places in front, and the last one once where two planners enrol at the same moment', async () => {
    const later = await agree({ places: 1 })
    const { company, course } = later
    const sooner = await agree({ places: 1, company, course })
    const unlike = { name: 'Eerst', ends_on: addDays(today(), 10) }
    await app.db.updateTable('training_agreements').set(unlike).where('id', '=', sooner.id).execute()
    const takenOf = async ({ id }: { id: number }) =>
      (await app.db.selectFrom('training_agreement_uses').select('contact_id').where('agreement_id', '=', id).where(holdsPlace).execute()).map(({ contact_id }) => contact_id) // prettier-ignore
    const enrol = (part: number, person: number, by = planner) =>
      by.post(`/calendar/enroll/${part}/0`, { way: 'people', 'students[]': [person], what_appointments: 'all' })
    const people = (await addPeople(app, 3, company)) as [number, number, number]
    const plannings = [await addPlanning(app, { courseId: course }), await addPlanning(app, { courseId: course }), await addPlanning(app, { courseId: course })] // prettier-ignore
    const [first, ...others] = plannings.map(({ parts }) => parts[0]!)
    expect((await enrol(first!, people[0])).status).toBe(204)
    expect([await takenOf(sooner), await takenOf(later)]).toEqual([[people[0]], []])
    const waits = async () => (await app.owner.pool.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rowCount // prettier-ignore
    const colleague = await app.as(ROLE.administrator)
    const holder = await app.owner.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from training_agreements where id = $1 for update', [later.id])
      const answers = [enrol(others[0]!, people[1]), enrol(others[1]!, people[2], colleague)]
      await expect.poll(waits).toBe(2)
      await holder.query('commit')
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([204, 204])
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect(await takenOf(later)).toHaveLength(1)
  })

  it('gets a place back where the one part of somebody is cancelled, who takes none again once others have it', async () => {
    const { id, company, course } = await agree({ places: 1 })
    const [one, other] = (await addPeople(app, 2, company)) as [number, number]
    const [first, second] = [await addPlanning(app, { courseId: course, components: [null, null] }), await addPlanning(app, { courseId: course })] // prettier-ignore
    const enrol = async (part: number, person: number) =>
      expect((await planner.post(`/calendar/enroll/${part}/0`, { way: 'people', 'students[]': [person], what_appointments: 'all' })).status).toBe(204) // prettier-ignore
    const holders = async () =>
      (await app.db.selectFrom('training_agreement_uses').select('contact_id').where('agreement_id', '=', id).where(holdsPlace).execute()).map(({ contact_id }) => contact_id) // prettier-ignore
    await enrol(first.parts[0]!, one)
    expect(await holders()).toEqual([one])
    await app.db.deleteFrom('enrolments').where('appointment_id', '=', first.parts[1]!).execute()
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', first.parts[0]!).execute()
    expect(await holders()).toEqual([])
    await enrol(second.parts[0]!, other)
    await enrol(first.parts[1]!, one)
    expect(await holders()).toEqual([other])
  })

  it('gets a place back when somebody leaves, and keeps it through a move and its undo', async () => {
    const { token, course, company } = await agree({ places: 3 })
    const from = await addPlanning(app, { courseId: course })
    const to = await addPlanning(app, { courseId: course, inDays: 60 })
    await send(token, { course, planning: from.planningId, persons: [somebody(), somebody()] })
    const [one, two] = (await contactsOf(company)).map(({ id }) => id)
    const used = async () => (await placesOf(token))[2]
    const moved = await planner.post(`/calendar/moveStudents/${from.parts[0]!}`, {
      students: one!,
      appointment_id: to.parts[0]!,
    })
    expect([moved.status, await used()]).toEqual([204, '2'])
    await planner.post(`/calendar/cancelEnrollment/${from.parts[0]!}`, { id: two!, all: 1 })
    expect(await used()).toBe('1')
    await planner.post(`/undo/${moved.undo!.set}`)
    expect(await peopleIn(app, from.parts[0]!)).toEqual([one])
    expect(await used()).toBe('1')
    expect(
      await app.db.selectFrom('training_agreement_uses').select('group_id').where('contact_id', '=', one!).execute(),
    ).toEqual([{ group_id: from.planningId }])
  })
})
