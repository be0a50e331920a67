// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addRepeat } from '../../src/platform/format/repeats.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { type HeldPlanning, addHeldPlanning } from './held-planning.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const url = (planning: HeldPlanning) => `/calendar/getFinishWizard/${planning.parts[0]}`
const inAYear = () => addRepeat(today(), { count: 1, unit: 'years' })
const people = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, i) => addContact(app.db, { first_name: 'Deel', last_name: `Nemer ${i}` })),
  )

/** Everybody present and passed but for these. */
function passing(planning: HeldPlanning, failed: number[] = []): Record<string, string> {
  const form: Record<string, string> = { issued_on: '', update_status: 'done' }
  for (const part of planning.parts)
    for (const student of planning.students) {
      form[`present_students[${student}-${part}]`] = '1'
      form[`passed_students[${student}-${part}]`] = failed.includes(student) ? '0' : '1'
    }
  return form
}

type Row = [contact: number, choice: string | number, course?: number | string, day?: string]
/** The rows of the second step as a form sends them. */
const rows = (...sent: Row[]): Record<string, string | number> =>
  Object.fromEntries(
    sent.flatMap(([contact, choice, course = '', day = ''], i) => [
      [`refreshers[${i}][contact_id]`, contact],
      [`refreshers[${i}][contact_refresher_course_id]`, choice],
      [`refreshers[${i}][course_id]`, course],
      [`refreshers[${i}][expiration_date]`, day],
    ]),
  )

const ownOf = (contact: number) =>
  app.db
    .selectFrom('contact_refreshers')
    .select(['id', 'course_id', 'expires_at', 'group_id', 'invited_at'])
    .where('contact_id', '=', contact)
    .orderBy('id')
    .execute()
async function give(contact: number, courseId: number, days: number): Promise<number> {
  const { id } = await app.db
    .insertInto('contact_refreshers')
    .values({ contact_id: contact, course_id: courseId, expires_at: addDays(today(), days), invited_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface Told {
  contact: { id: number; name: string }
  refreshers: { id: number; contact_id: number; course_id: number; expires_at: string; expiration_date: string }[]
  refresher: number
  refresherCourse: { id: number; description: string } | null
  expirationDate: string
}
const told = async (planning: HeldPlanning, students: number[] = []) =>
  (await planner.get(`/calendar/getStudentRefresherSuggestions/${planning.parts[0]}?students=${students.join()}`)).json<
    Told[]
  >()

describe('what is proposed', () => {
  it('is per student a new refresher of the next course, or the one that is there, and the day that follows [R-053]', async () => {
    const { bhv, bhvRefresher } = app.story.courses
    const [fresh, having, done] = (await people(3)) as [number, number, number]
    const existing = await give(having, bhvRefresher, 20)
    const first = await give(done, bhv, 10)
    const planning = await addHeldPlanning(app, { students: [fresh, having, done] })
    const answer = new Map((await told(planning)).map((one) => [one.contact.id, one]))
    const next = { id: bhvRefresher, description: 'BHV herhaling' }
    const expirationDate = formatDate(inAYear())
    expect(answer.get(fresh)).toEqual({
      contact: { id: fresh, name: 'Deel Nemer 0' },
      refreshers: [],
      refresher: 0,
      refresherCourse: next,
      expirationDate,
    })
    expect(answer.get(having)).toMatchObject({ refresher: existing, refresherCourse: next, expirationDate })
    expect(answer.get(having)!.refreshers).toEqual([
      {
        id: existing,
        contact_id: having,
        course_id: bhvRefresher,
        course_description: 'BHV herhaling',
        expires_at: addDays(today(), 20),
        expiration_date: formatDate(addDays(today(), 20)),
      },
    ])
    expect(answer.get(done)).toMatchObject({ refresher: first, refresherCourse: next })
    expect((await told(planning, [having])).map(({ contact }) => contact.id)).toEqual([having])
    const teacher = await app.as(ROLE.teacher)
    expect((await teacher.get(`/calendar/getStudentRefresherSuggestions/${planning.parts[0]}`)).status).toBe(403)
  })

  it('keeps the old day where the course counts from it, and is none where nothing follows', async () => {
    const { bhv } = app.story.courses
    const [student] = (await people(1)) as [number]
    const id = await give(student, app.story.courses.bhvRefresher, 30)
    const planning = await addHeldPlanning(app, { students: [student] })
    const basis = (validity_basis: string) =>
      app.db.updateTable('courses').set({ validity_basis }).where('id', '=', bhv).execute()
    await basis('previous_expiry')
    const [kept] = await told(planning)
    const { rows: days } = await app.pool.query<{ day: string }>(`select ($1::date + interval '1 year')::date as day`, [
      addDays(today(), 30),
    ])
    expect([kept!.refresher, kept!.expirationDate]).toEqual([id, formatDate(days[0]!.day)])
    await basis('issue_date')
    await app.db.updateTable('courses').set({ refresher_course_id: null }).where('id', '=', bhv).execute()
    expect((await told(planning))[0]).toMatchObject({ refresher: -1, refresherCourse: null, expirationDate: '' })
    await app.db
      .updateTable('courses')
      .set({ refresher_course_id: app.story.courses.bhvRefresher })
      .where('id', '=', bhv)
      .execute()
  })
})

describe('the wizard', () => {
  it('has six screens: results, refreshers, documents, status, overview and, once stored, the next move [T-023] [S-058]', async () => {
    const planning = await addHeldPlanning(app, { students: await people(1) })
    const { $ } = await planner.get(url(planning))
    const labels = $('.steps-list li')
      .toArray()
      .map((step) => $(step).text().trim().replace(/^\d/, ''))
    expect(labels).toEqual([
      'Aanwezig en geslaagd',
      'Herhalingen',
      'Certificaten maken',
      'Status planning',
      'Overzicht',
      'Volgende stap',
    ])
    const shown: Record<string, string> = {
      refreshers: '[data-finish-refreshers]',
      documents: '[name="document_layouts[]"]',
      status: '[name=update_status]',
      overview: 'dl.dl',
    }
    for (const [step, sign] of Object.entries(shown)) {
      const answer = await planner.post(`${url(planning)}?step=${step}`, passing(planning))
      expect([answer.status, answer.$(sign).length], step).toEqual([200, 1])
    }
    expect($('[data-step-next]').text()).toBe('Volgende')
    const submits = $('[data-step-submit]')
      .toArray()
      .map((submit) => [$(submit).text(), $(submit).attr('name'), $(submit).attr('value')])
    expect(submits).toEqual([
      ['Planning afronden', undefined, undefined],
      ['Afronden en afdrukken', 'next', 'print'],
      ['Afronden en versturen', 'next', 'send'],
    ])
    const movesOf = ({ $ }: Answer) =>
      $('[data-end] a')
        .toArray()
        .map((link) => [$(link).text().trim(), $(link).attr('href')])
    const view = ['Planning bekijken', `/calendar/view-appointment/${planning.parts[0]}`]
    const end = await planner.post(url(planning), passing(planning))
    expect(end.$('[data-end] h3').text()).toBe('Planning afgerond')
    expect(movesOf(end)).toEqual([view])
    const layout = await app.db
      .selectFrom('layouts')
      .select('id')
      .where('kind', '=', 'certificate')
      .executeTakeFirstOrThrow()
    const papers = { ...passing(planning), issued_on: formatDate(today()), 'document_layouts[]': layout.id }
    expect(movesOf(await planner.post(url(planning), papers))).toEqual([
      ['Certificaten versturen', `/certificate/getCertificateSendWizard/${planning.parts[0]}`],
      ['Certificaten afdrukken', `/calendar/getPrintCertificateForm/${planning.parts[0]}`],
      view,
    ])
  })

  it('lets each student take none, a new one or one that is there [T-081]', async () => {
    const { bhvRefresher } = app.story.courses
    const [fresh, having, failed] = (await people(3)) as [number, number, number]
    const existing = await give(having, bhvRefresher, 20)
    const planning = await addHeldPlanning(app, { students: [fresh, having, failed] })
    const { $ } = await planner.post(`${url(planning)}?step=refreshers`, passing(planning, [failed]))
    const choices = $('[data-refresher]')
      .toArray()
      .map((row) => ({
        contact: Number($(row).find('[name$="[contact_id]"]').val()),
        values: $(row)
          .find('[data-refresher-choice] option')
          .toArray()
          .map((option) => $(option).attr('value')),
        chosen: $(row).find('[data-refresher-choice] option[selected]').attr('value'),
        course: $(row).find('[name$="[course_id]"]').val(),
        day: $(row).find('[name$="[expiration_date]"]').val(),
      }))
    const proposed = { course: String(bhvRefresher), day: formatDate(inAYear()) }
    expect(choices).toEqual([
      { contact: fresh, values: ['', '-1', '0'], chosen: '0', ...proposed },
      { contact: having, values: ['', '-1', '0', String(existing)], chosen: String(existing), ...proposed },
    ])
  })

  it('makes a new refresher of the course and the day that were chosen [T-082]', async () => {
    const [student] = (await people(1)) as [number]
    const planning = await addHeldPlanning(app, { students: [student] })
    const day = addDays(today(), 500)
    const form = { ...passing(planning), ...rows([student, 0, app.story.courses.ehbo, formatDate(day)]) }
    const answer = await planner.post(url(planning), form)
    expect(answer.$('[data-end] p').text()).toContain('1 herhaling vastgelegd.')
    const own = await ownOf(student)
    expect(own).toEqual([
      {
        id: expect.any(Number) as unknown,
        course_id: app.story.courses.ehbo,
        expires_at: day,
        group_id: planning.planningId,
        invited_at: null,
      },
    ])
    expect(answer.trigger.changed!.items).toContainEqual({ type: 'refresher', id: own[0]!.id })
  })

  it('makes a new one in the place of the one of that course, says so before, and keeps what was [T-082]', async () => {
    const { bhvRefresher } = app.story.courses
    const [student] = (await people(1)) as [number]
    const old = await give(student, bhvRefresher, 20)
    const planning = await addHeldPlanning(app, { students: [student] })
    const form = { ...passing(planning), ...rows([student, 0, bhvRefresher, formatDate(addDays(today(), 500))]) }
    const shown = await planner.post(`${url(planning)}?step=overview`, form)
    expect(shown.$('[data-refresher-lines]').text()).toContain(
      `(nieuw, vervangt die van ${formatDate(addDays(today(), 20))})`,
    )
    expect((await planner.post(url(planning), form)).status).toBe(200)
    const [own, ...others] = await ownOf(student)
    expect([others, own!.id === old, own!.expires_at]).toEqual([[], false, addDays(today(), 500)])
    const gone = await app.pool.query(
      `select action from history where table_name = 'contact_refreshers' and row_id = $1 order by id desc limit 1`,
      [old],
    )
    expect(gone.rows).toEqual([{ action: 'delete' }])
    // Doing it again changes the one that this planning made.
    expect((await planner.post(url(planning), form)).status).toBe(200)
    expect((await ownOf(student)).map(({ id }) => id)).toEqual([own!.id])
  })

  it('changes the one that is there, of the same course or to another, and forgets the old invitation [T-083]', async () => {
    const { bhvRefresher, ehbo } = app.story.courses
    const [same, other] = (await people(2)) as [number, number]
    const ids = [await give(same, bhvRefresher, 20), await give(other, bhvRefresher, 20)] as const
    const planning = await addHeldPlanning(app, { students: [same, other] })
    const day = formatDate(addDays(today(), 400))
    const form = {
      ...passing(planning),
      ...rows([same, ids[0], bhvRefresher, day], [other, ids[1], ehbo, day]),
    }
    expect((await planner.post(url(planning), form)).status).toBe(200)
    const common = { expires_at: addDays(today(), 400), group_id: planning.planningId, invited_at: null }
    expect(await ownOf(same)).toEqual([{ id: ids[0], course_id: bhvRefresher, ...common }])
    expect(await ownOf(other)).toEqual([{ id: ids[1], course_id: ehbo, ...common }])
  })

  it('lets a day that nobody changed follow the day of issue, and keeps one that somebody typed', async () => {
    const [follows, typed] = (await people(2)) as [number, number]
    const planning = await addHeldPlanning(app, { students: [follows, typed] })
    const { bhvRefresher } = app.story.courses
    const proposed = formatDate(inAYear())
    const own = formatDate(addDays(today(), 300))
    const issued = addDays(today(), -1)
    const form = {
      ...passing(planning),
      issued_on: formatDate(issued),
      ...rows([follows, 0, bhvRefresher, proposed], [typed, 0, bhvRefresher, own]),
      'refreshers[0][proposed_on]': proposed,
      'refreshers[1][proposed_on]': proposed,
    }
    const { rows: days } = await app.pool.query<{ day: string }>(`select ($1::date + interval '1 year')::date as day`, [
      issued,
    ])
    const followed = formatDate(days[0]!.day)
    const overview = await planner.post(`${url(planning)}?step=overview`, form)
    expect(overview.$('[data-refresher-lines]').text()).toContain(`vervalt op ${followed}`)
    expect(overview.$('[data-refresher-lines]').text()).toContain(`vervalt op ${own}`)
    const back = await planner.post(`${url(planning)}?step=refreshers`, form)
    expect(back.$('[name$="[expiration_date]"]').first().val()).toBe(followed)
    for (const _time of [1, 2]) expect((await planner.post(url(planning), form)).status).toBe(200)
    expect((await ownOf(follows)).map(({ expires_at }) => formatDate(expires_at))).toEqual([followed])
    expect((await ownOf(typed)).map(({ expires_at }) => formatDate(expires_at))).toEqual([own])
  })

  it('drops in the overview a row without a choice, and names those with none [T-084]', async () => {
    const [made, empty, none] = (await people(3)) as [number, number, number]
    const planning = await addHeldPlanning(app, { students: [made, empty, none] })
    const { bhvRefresher } = app.story.courses
    const day = formatDate(inAYear())
    const form = {
      ...passing(planning),
      ...rows([made, 0, bhvRefresher, day], [empty, '', bhvRefresher, day], [none, -1, bhvRefresher, day]),
    }
    const { $ } = await planner.post(`${url(planning)}?step=overview`, form)
    expect($('[data-refresher-lines]').text().trim()).toBe(`Deel Nemer 0: BHV herhaling, vervalt op ${day} (nieuw)`)
    const others = $('dt')
      .toArray()
      .filter((term) => $(term).text() === 'Geen herhaling')
      .map((term) => $(term).next('dd').text())
    expect(others).toEqual(['Deel Nemer 2'])
    await planner.post(url(planning), form)
    expect((await ownOf(made)).length).toBe(1)
    expect([await ownOf(empty), await ownOf(none)]).toEqual([[], []])
  })

  it('doubles nothing and prolongs nothing when it runs again, or twice at once', async () => {
    const [student] = (await people(1)) as [number]
    const planning = await addHeldPlanning(app, { students: [student] })
    const proposed = async (): Promise<Record<string, string | number>> => {
      const [one] = await told(planning)
      return {
        ...passing(planning),
        ...rows([student, one!.refresher, one!.refresherCourse!.id, one!.expirationDate]),
      }
    }
    const form = await proposed()
    const answers = await Promise.all([planner.post(url(planning), form), planner.post(url(planning), form)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const before = await ownOf(student)
    expect(before).toHaveLength(1)
    await app.db.updateTable('courses').set({ validity_basis: 'previous_expiry' }).where('id', '=', 1).execute()
    expect((await planner.post(url(planning), await proposed())).status).toBe(200)
    await app.db.updateTable('courses').set({ validity_basis: 'issue_date' }).where('id', '=', 1).execute()
    expect(await ownOf(student)).toEqual(before)
  })

  it.each([
    ['a course that is missing', (_own: number) => ['', '31-12-2030'] as const, 0, 'refreshers.0.course_id'],
    ['a day that is missing', (_own: number) => [2, ''] as const, 0, 'refreshers.0.expiration_date'],
    ['a day that is none', (_own: number) => [2, '31-02-2030'] as const, 0, 'refreshers.0.expiration_date'],
    [
      'a choice that is none',
      (_own: number) => [2, '31-12-2030'] as const,
      'x',
      'refreshers.0.contact_refresher_course_id',
    ],
    [
      'a refresher of somebody else',
      (_own: number) => [2, '31-12-2030'] as const,
      1,
      'refreshers.0.contact_refresher_course_id',
    ],
  ])('refuses %s at its field and changes nothing', async (_what, row, choice, field) => {
    const [student] = (await people(1)) as [number]
    const planning = await addHeldPlanning(app, { students: [student] })
    const form = { ...passing(planning), ...rows([student, choice, ...row(student)]) }
    const answer = await planner.post(url(planning), form)
    expect([answer.status, Object.keys(answer.json())]).toEqual([422, [field]])
    expect(await ownOf(student)).toEqual([])
    const { status } = await app.db
      .selectFrom('appointments')
      .select('status')
      .where('id', '=', planning.parts[0]!)
      .executeTakeFirstOrThrow()
    expect(status).toBe('executed')
  })

  it('refuses a refresher for who did not pass, a second one of a course, and results of a cancelled part', async () => {
    const { bhvRefresher, ehbo } = app.story.courses
    const [student] = (await people(1)) as [number]
    const planning = await addHeldPlanning(app, { students: [student], parts: 2 })
    const day = formatDate(inAYear())
    const row = rows([student, 0, bhvRefresher, day])
    const failed = await planner.post(url(planning), { ...passing(planning, [student]), ...row })
    expect([failed.status, failed.text]).toEqual([422, expect.stringContaining('alleen voor wie geslaagd is')])
    const one = await give(student, bhvRefresher, 10)
    await give(student, ehbo, 10)
    const twice = await planner.post(url(planning), { ...passing(planning), ...rows([student, one, ehbo, day]) })
    expect([twice.status, Object.keys(twice.json())]).toEqual([422, ['refreshers.0.course_id']])
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', planning.parts[1]!).execute()
    const cancelled = await planner.post(url(planning), passing(planning))
    expect([cancelled.status, cancelled.json()]).toEqual([
      422,
      { _form: ['Deel 2 is geannuleerd. Open Planning afronden opnieuw.'] },
    ])
  })
})
