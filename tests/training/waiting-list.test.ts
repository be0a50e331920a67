import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { wallClock, weekday } from '../../src/platform/format/zone.ts'
import { tokenHash } from '../../src/platform/links.ts'
import { entryToken } from '../../src/training/places/waiting-list/link.rules.ts'
import { listToAsk } from '../../src/training/places/waiting-list/offer.commands.ts'
import { askLines } from '../../src/training/places/waiting-list/waiting-list.job.ts'
import { type Browser, type TestApp, browser as browserAt, testApp } from '../support/app.ts'
import { addCourse } from '../support/builders.ts'
import { addPeople, addPlanning, countsOf, peopleIn, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
let supervisor: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  supervisor = await app.as(4)
})
afterAll(() => app.close())

/** A planning with so many places, all taken, and the people in it. */
async function full(max = 1, options: Parameters<typeof addPlanning>[1] = {}) {
  const planning = await addPlanning(app, { max, ...options })
  const inside = await addPeople(app, max)
  await put(app, planning.parts, inside)
  return { ...planning, inside }
}
const wait = (
  planningId: number,
  students: number[],
  more: Record<string, string | number | number[]> = {},
  by = planner,
) =>
  by.post('/waiting-list/add', {
    course_id: app.story.courses.bhv,
    planning_id: planningId,
    'students[]': students,
    ...more,
  })
/** Where somebody waits, and by which token they see it. */
async function entryOf(contactId: number) {
  const entry = await app.db
    .selectFrom('waiting_entries')
    .selectAll()
    .where('contact_id', '=', contactId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { ...entry, token: entryToken(app.services.config, entry.id) }
}
const offersOf = (planningId: number) =>
  app.db
    .selectFrom('waiting_offers')
    .innerJoin('waiting_entries', 'waiting_entries.id', 'waiting_offers.entry_id')
    .select(['waiting_offers.id', 'contact_id', 'waiting_offers.state', 'expires_at', 'entry_id'])
    .where('waiting_offers.group_id', '=', planningId)
    .orderBy('waiting_offers.id')
    .execute()
const openOf = async (planningId: number) =>
  (await offersOf(planningId)).filter(({ state }) => state === 'open').map(({ contact_id }) => contact_id)
const stepsOf = async (planningId: number) => {
  const steps = app.db
    .selectFrom('waiting_steps')
    .innerJoin('waiting_entries', 'waiting_entries.id', 'waiting_steps.entry_id')
  return (
    await steps
      .select(['contact_id', 'kind', 'why', 'detail'])
      .where('waiting_steps.group_id', '=', planningId)
      .orderBy('waiting_steps.id')
      .execute()
  ).map(({ contact_id, kind, why, detail }) => ({ contact_id, kind, why, detail }))
}
const unsubscribe = (part: number, who: number) =>
  planner.post(`/calendar/unsubscribeStudents/${part}`, { students: who, remove_from_all_appointments: '1' })
/** The clock, so many minutes later. */
const later = (minutes: number) => askLines(app.services, new Date(Date.now() + minutes * 60_000))
const mailsTo = (contactId: number) =>
  app.db
    .selectFrom('mails')
    .select(['subject', 'text_body'])
    .where('object_type', '=', 'contact')
    .where('object_id', '=', contactId)
    .orderBy('id')
    .execute()
/** Somebody without an account, with a session of their own. */
async function visitor(token: string) {
  const shown = await app.anonymous.page(`/wachtlijst/${token}`)
  const cookie = shown.headers.get('set-cookie')?.split(';')[0] ?? ''
  const csrf = String(shown.$('input[name=_token]').attr('value') ?? '')
  return {
    shown,
    answer: (answer: string) => browserAt(app.url, cookie, csrf, null).post(`/wachtlijst/${token}`, { answer }),
  }
}

describe('a place that comes free', () => {
  it('is held for the first whom it fits, who gets a mail; those before them are told why not', async () => {
    const { planningId, parts, inside } = await full(1)
    const [first, second, third] = await addPeople(app, 3)
    const starts = await app.db
      .selectFrom('appointments')
      .select('starts_at')
      .where('id', '=', parts[0]!)
      .executeTakeFirstOrThrow()
    const other = (weekday(wallClock(starts.starts_at).day) % 7) + 1
    expect((await wait(planningId, [first!], { 'weekdays[]': other })).status).toBe(204)
    await wait(planningId, [second!, third!])
    expect((await unsubscribe(parts[0]!, inside[0]!)).status).toBe(204)
    await later(0)
    expect(await openOf(planningId)).toEqual([second])
    expect(await countsOf(app, parts[0]!)).toEqual({ enrolled_count: 0, reserved_count: 1, max_count: 1 })
    const steps = await stepsOf(planningId)
    expect(steps).toContainEqual({
      contact_id: first,
      kind: 'skipped',
      why: 'day',
      detail: expect.stringMatching(/is een .*dag$/) as string,
    })
    expect(steps.at(-1)).toMatchObject({ contact_id: second, kind: 'offered', detail: 'plaats 2' })
    const mails = await mailsTo(second!)
    expect(mails.map(({ subject }) => subject)).toContain('Er is een plaats vrij: BHV basis')
    expect(mails.at(-1)!.text_body).toContain(`/wachtlijst/${(await entryOf(second!)).token}`)
  })

  it('is nobody else’s before the line was asked, and while it is offered', async () => {
    const { planningId, parts, inside } = await full(1)
    const [waiting, stranger] = await addPeople(app, 2)
    await wait(planningId, [waiting!])
    await unsubscribe(parts[0]!, inside[0]!)
    const enrol = () => planner.post(`/calendar/enroll/${parts[0]}/0`, { 'students[]': stranger! })
    const refused = await enrol()
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('één plaats gaat eerst naar de wachtlijst')
    await later(0)
    expect((await enrol()).status).toBe(422)
    expect(await peopleIn(app, parts[0]!)).toEqual([])
    expect(await openOf(planningId)).toEqual([waiting])
  })

  it('is free for everybody when it fits nobody in the line', async () => {
    const { planningId, parts, inside } = await full(1)
    const [waiting, stranger] = await addPeople(app, 2)
    await app.db.updateTable('contacts').set({ email: null }).where('id', '=', waiting!).execute()
    await wait(planningId, [waiting!])
    await unsubscribe(parts[0]!, inside[0]!)
    await later(0)
    expect(await openOf(planningId)).toEqual([])
    expect((await planner.post(`/calendar/enroll/${parts[0]}/0`, { 'students[]': stranger! })).status).toBe(204)
    const tab = await planner.get(`/calendar/${parts[0]}/waiting`)
    expect(tab.text).toContain('Geen e-mailadres')
  })

  it('of several parts is offered when it is free in all of them', async () => {
    const { planningId, parts, inside } = await full(1, { components: [null, null] })
    const [waiting] = await addPeople(app, 1)
    await wait(planningId, [waiting!])
    await planner.post(`/calendar/unsubscribeStudents/${parts[0]}`, { students: inside[0]! })
    await later(0)
    expect(await openOf(planningId)).toEqual([])
    await planner.post(`/calendar/unsubscribeStudents/${parts[1]}`, { students: inside[0]! })
    await later(0)
    expect(await openOf(planningId)).toEqual([waiting])
    for (const part of parts) expect(await countsOf(app, part)).toMatchObject({ reserved_count: 1 })
    await (await visitor((await entryOf(waiting!)).token)).answer('yes')
    for (const part of parts) expect(await peopleIn(app, part)).toEqual([waiting])
  })

  it('is offered to nobody as long as who left can be taken back with the mail about it', async () => {
    const { planningId, parts, inside } = await full(1)
    const [waiting] = await addPeople(app, 1)
    await wait(planningId, [waiting!])
    const free = await addPlanning(app, { inDays: 40 })
    const mailWaits = (seconds: number) =>
      app.pool.query(`update settings set value = jsonb_set(value, '{undo_seconds}', $1) where key = 'mail'`, [seconds])
    await mailWaits(30)
    const moved = await planner.post(`/calendar/moveStudents/${parts[0]}`, {
      students: String(inside[0]),
      appointment_id: free.parts[0]!,
      what_appointments: 'this',
      send_message: '1',
    })
    await later(0)
    expect(await openOf(planningId)).toEqual([])
    await app.db.updateTable('mails').set({ state: 'sent' }).where('change_set', '=', moved.undo!.set).execute()
    await later(0)
    expect(await openOf(planningId)).toEqual([waiting])
    await mailWaits(0)
  })

  it('by a higher maximum or a reservation that ends is offered too', async () => {
    const { planningId, parts } = await full(1)
    const [one, two] = await addPeople(app, 2)
    await wait(planningId, [one!, two!])
    await app.db.updateTable('appointments').set({ max_count: 2 }).where('id', '=', parts[0]!).execute()
    await app.runJobs('waiting.ask')
    expect(await openOf(planningId)).toEqual([one])
    await app.db.updateTable('appointments').set({ max_count: 3 }).where('id', '=', parts[0]!).execute()
    await app.runJobs('waiting.ask')
    expect(await openOf(planningId)).toEqual([one, two])
  })

  it('greets somebody of whom only initials or a last name is known, in the mail and on the page', async () => {
    const { planningId } = await full()
    const people = await addPeople(app, 2)
    const named = (id: number, name: { initials: string; last_name: string }) =>
      app.db
        .updateTable('contacts')
        .set({ first_name: '', ...name })
        .where('id', '=', id)
        .execute()
    await named(people[0]!, { initials: 'J.P.', last_name: 'Voorletter' })
    await named(people[1]!, { initials: '', last_name: 'Naamloos' })
    expect((await wait(planningId, people, { send_message: '1' })).status).toBe(204)
    for (const [i, who] of ['J.P. Voorletter', 'heer/mevrouw Naamloos'].entries()) {
      const mail = await app.db.selectFrom('mails').select('text_body').where('object_type', '=', 'contact').where('object_id', '=', people[i]!).executeTakeFirstOrThrow() // prettier-ignore
      expect(mail.text_body).toMatch(new RegExp(`^Beste ${who},`))
      expect((await visitor((await entryOf(people[i]!)).token)).shown.text).toContain(`Beste ${who}, u krijgt bericht`)
    }
  })

  it('stays within what a company may hold, and tells that', async () => {
    const { deLinde, kuipers } = app.story.companies
    const { planningId, parts, inside } = await full(2)
    await app.db.updateTable('enrolments').set({ company_id: kuipers }).where('contact_id', '=', inside[0]!).execute()
    const [ofFull] = await addPeople(app, 1, kuipers)
    const [ofOther] = await addPeople(app, 1, deLinde)
    await planner.post(`/waiting-list/rules/${parts[0]}`, { limit: 'own', company_quota: 1 })
    await wait(planningId, [ofFull!, ofOther!])
    await unsubscribe(parts[0]!, inside[1]!)
    await later(0)
    expect(await openOf(planningId)).toEqual([ofOther])
    expect(await stepsOf(planningId)).toContainEqual({
      contact_id: ofFull,
      kind: 'skipped',
      why: 'quota',
      detail: expect.stringMatching(/heeft 1 van 1 plaats$/) as string,
    })
  })
})

describe('an offer', () => {
  async function offered(people = 2) {
    const planning = await full(1)
    const waiting = await addPeople(app, people)
    await wait(planning.planningId, waiting)
    await unsubscribe(planning.parts[0]!, planning.inside[0]!)
    await later(0)
    return { ...planning, waiting, token: (await entryOf(waiting[0]!)).token }
  }

  it('is answered with yes by the link: they are enrolled, and the link ends', async () => {
    const { parts, waiting, token, planningId } = await offered()
    const { shown, answer } = await visitor(token)
    expect(shown.text).toContain('Er is een plaats vrij voor u')
    expect((await answer('yes')).text).toContain('U bent ingeschreven')
    expect(await peopleIn(app, parts[0]!)).toEqual([waiting[0]])
    expect(await countsOf(app, parts[0]!)).toEqual({ enrolled_count: 1, reserved_count: 0, max_count: 1 })
    expect((await offersOf(planningId)).map(({ state }) => state)).toEqual(['accepted'])
    const again = await app.anonymous.page(`/wachtlijst/${token}`)
    const unknown = await app.anonymous.page(`/wachtlijst/${'0'.repeat(32)}`)
    expect(again.status).toBe(unknown.status)
    expect(again.$('h1').text()).toBe(unknown.$('h1').text())
  })

  it('goes to the next after no; who said no keeps the place in the line and is not asked for it again', async () => {
    const { planningId, waiting, token, parts } = await offered()
    expect((await (await visitor(token)).answer('no')).text).toContain('U blijft op de wachtlijst staan')
    expect(await openOf(planningId)).toEqual([waiting[1]])
    expect((await visitor(token)).shown.text).toMatch(/Uw plaats in de rij<\/span><b>1</)
    await (await visitor((await entryOf(waiting[1]!)).token)).answer('no')
    await later(0)
    expect(await openOf(planningId)).toEqual([])
    // Another place that comes free is asked of both again.
    await app.db.updateTable('appointments').set({ max_count: 2 }).where('id', '=', parts[0]!).execute()
    await later(0)
    expect((await openOf(planningId)).toSorted()).toEqual(waiting.toSorted())
  })

  it('leaves free places in peace while nobody can take one, and is followed by who can since', async () => {
    const { planningId, waiting, parts, token } = await offered(1)
    const isAsked = async () =>
      (await inTransaction(app.db, null, (trx) => listToAsk(trx, new Date()))).includes(planningId)
    await app.db.updateTable('appointments').set({ max_count: 3 }).where('id', '=', parts[0]!).execute()
    await later(0)
    // Two places are free, and the only one in the line is asked for the third.
    expect([await openOf(planningId), await isAsked()]).toEqual([waiting, false])
    await (await visitor(token)).answer('no')
    await later(0)
    expect([await openOf(planningId), await isAsked()]).toEqual([[], false])
    const [silent = 0, gone = 0] = await addPeople(app, 2)
    await app.db.updateTable('contacts').set({ email: '' }).where('id', '=', silent).execute()
    await app.db.updateTable('contacts').set({ active: false }).where('id', '=', gone).execute()
    const bhv = { course_id: app.story.courses.bhv, group_id: planningId }
    await app.db
      .insertInto('waiting_entries')
      .values([silent, gone].map((contact_id) => ({ ...bhv, contact_id })))
      .execute()
    expect(await isAsked()).toBe(false)
    await app.db.updateTable('contacts').set({ email: 'weer@bereikbaar.example' }).where('id', '=', silent).execute()
    expect(await isAsked()).toBe(true)
    await later(0)
    expect(await openOf(planningId)).toEqual([silent])
  })

  it('goes to the next by itself when its time is over; a late yes changes nothing', async () => {
    const { planningId, waiting, token, parts } = await offered()
    const page = await visitor(token)
    const [offer] = await offersOf(planningId)
    await later(Math.ceil((offer!.expires_at.getTime() - Date.now()) / 60_000) + 1)
    expect((await offersOf(planningId))[0]!.state).toBe('expired')
    expect(await openOf(planningId)).toEqual([waiting[1]])
    expect((await page.answer('yes')).text).toContain('Dit aanbod is voorbij')
    expect(await peopleIn(app, parts[0]!)).toEqual([])
    expect(await stepsOf(planningId)).toContainEqual(
      expect.objectContaining({ contact_id: waiting[0], kind: 'expired' }),
    )
  })

  it('is over at its end and when the planning begins, before anybody has seen to that', async () => {
    const ends: [string, (planningId: number, part: number) => Promise<unknown>][] = [
      [
        'its time',
        (planningId) =>
          app.db
            .updateTable('waiting_offers')
            .set({ expires_at: new Date(Date.now() - 1000) })
            .where('group_id', '=', planningId)
            .execute(),
      ],
      [
        'the planning',
        (_planningId, part) =>
          app.db
            .updateTable('appointments')
            .set({ starts_at: new Date(Date.now() - 60_000) })
            .where('id', '=', part)
            .execute(),
      ],
    ]
    for (const [what, end] of ends) {
      const { planningId, parts, token } = await offered()
      const page = await visitor(token)
      await end(planningId, parts[0]!)
      expect([what, (await page.answer('yes')).text]).toEqual([what, expect.stringContaining('Dit aanbod is voorbij')])
      expect([what, await peopleIn(app, parts[0]!)]).toEqual([what, []])
    }
  })

  it('ends when they leave the list by the link, and goes to the next', async () => {
    const { planningId, waiting, token } = await offered()
    expect((await (await visitor(token)).answer('off')).text).toContain('U staat niet meer op de wachtlijst')
    expect(await openOf(planningId)).toEqual([waiting[1]])
    expect((await entryOf(waiting[0]!)).state).toBe('left')
  })

  it('is answered by a planner on the phone, and that is taken back whole', async () => {
    const { parts, waiting, planningId } = await offered()
    const entry = await entryOf(waiting[0]!)
    const answer = await planner.post(`/waiting-list/answer/${entry.id}`, { answer: 'yes', reason: 'Gebeld' })
    expect(answer.trigger.flash?.str).toMatch(/ingeschreven$/)
    expect(await peopleIn(app, parts[0]!)).toEqual([waiting[0]])
    expect((await planner.post(`/undo/${answer.undo!.set}`)).status).toBe(204)
    expect(await peopleIn(app, parts[0]!)).toEqual([])
    expect(await openOf(planningId)).toEqual([waiting[0]])
    expect(await countsOf(app, parts[0]!)).toMatchObject({ enrolled_count: 0, reserved_count: 1 })
  })

  it('ends when the planning is cancelled', async () => {
    const { planningId, parts } = await offered()
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', parts[0]!).execute()
    await later(0)
    expect(await openOf(planningId)).toEqual([])
  })

  it('is open to nobody twice and to one person per place, whoever asks at once', async () => {
    const planning = await full(3)
    const waiting = await addPeople(app, 6)
    await wait(planning.planningId, waiting)
    await Promise.all(planning.inside.map((who) => unsubscribe(planning.parts[0]!, who)))
    await Promise.all([later(0), later(0), later(0), app.runJobs('waiting.ask')])
    expect(await openOf(planning.planningId)).toEqual(waiting.slice(0, 3))
    const pages = await Promise.all(waiting.slice(0, 3).map(async (who) => visitor((await entryOf(who)).token)))
    await Promise.all(pages.flatMap(({ answer }) => [answer('yes'), answer('yes')]))
    expect(await peopleIn(app, planning.parts[0]!)).toEqual(waiting.slice(0, 3))
  })
})

describe('the page of the link', () => {
  it('rests nowhere, opens no other entry, and goes on working where it was mailed before', async () => {
    const { offered, own } = app.story.waiting
    const isFound = async (token: string) =>
      (await app.anonymous.page(`/wachtlijst/${token}`)).text.includes('niet meer in gebruik') ? 'nobody' : 'somebody'
    const token = entryToken(app.services.config, offered)
    const { rows } = await app.pool.query<{ row: string }>('select waiting_entries::text as row from waiting_entries')
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([])
    const bytes = Buffer.from(token, 'base64url')
    bytes.writeUInt32BE(own)
    const other = { sessionSecret: 'another secret of an installation elsewhere' }
    const before = 'd'.repeat(32)
    await app.pool.query('update waiting_entries set old_link = $1 where id = $2', [tokenHash(before), offered])
    const tried = [
      token,
      before,
      bytes.toString('base64url'),
      entryToken(other, offered),
      tokenHash(before),
      'e'.repeat(32),
    ]
    expect(await Promise.all(tried.map(isFound))).toEqual(['somebody', 'somebody', ...Array<string>(4).fill('nobody')])
  })

  it('changes nothing when it is opened, twenty times, and tells nothing to who guesses', async () => {
    const { token } = await entryOf(
      (
        await app.db
          .selectFrom('waiting_entries')
          .select('contact_id')
          .where('id', '=', app.story.waiting.offered)
          .executeTakeFirstOrThrow()
      ).contact_id,
    )
    const before = await app.db
      .selectFrom('waiting_offers')
      .selectAll()
      .where('entry_id', '=', app.story.waiting.offered)
      .execute()
    for (let i = 0; i < 10; i++) {
      await app.anonymous.page(`/wachtlijst/${token}`)
      await app.anonymous.request(`/wachtlijst/${token}`, { method: 'HEAD' })
    }
    expect(
      await app.db.selectFrom('waiting_offers').selectAll().where('entry_id', '=', app.story.waiting.offered).execute(),
    ).toEqual(before)
    const page = await app.anonymous.page(`/wachtlijst/${token}`)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    const guessed = await app.anonymous.page('/wachtlijst/zo-maar-iets')
    expect(guessed.$('form').length).toBe(0)
    expect(guessed.$('h1').text()).toBe('Deze link is niet meer in gebruik')
  })

  it('is refused to who asks too often, with a neutral text', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 130; i++) statuses.push((await app.anonymous.page(`/wachtlijst/${'1'.repeat(32)}`)).status)
    expect(statuses).toContain(429)
    await app.owner.pool.query(`delete from rate_limits where key like 'waiting-address%'`)
  })
})

describe('a planner', () => {
  it('offers out of order for a reason alone, which is kept with everybody passed over', async () => {
    const { planningId, parts } = await full(2)
    const [first, second] = await addPeople(app, 2)
    await wait(planningId, [first!, second!])
    await app.db.deleteFrom('enrolments').where('appointment_id', '=', parts[0]!).execute()
    const { id } = await entryOf(second!)
    const offer = (reason: string) => planner.post(`/waiting-list/offer/${id}?planning_id=${planningId}`, { reason })
    const refused = await offer('')
    expect([refused.status, refused.json()]).toEqual([422, { reason: ['Vul een reden in.'] }])
    expect((await planner.get(`/waiting-list/offer/${id}?planning_id=${planningId}`)).text).toContain(
      'eerder in de rij en wordt overgeslagen',
    )
    expect((await offer('Certificaat verloopt')).status).toBe(204)
    expect(await openOf(planningId)).toEqual([second])
    expect(await stepsOf(planningId)).toContainEqual({
      contact_id: first,
      kind: 'passed_over',
      why: null,
      detail: 'Certificaat verloopt',
    })
  })

  it('moves somebody in the line for a reason alone', async () => {
    const { planningId } = await full(1)
    const people = await addPeople(app, 3)
    await wait(planningId, people)
    const { id } = await entryOf(people[2]!)
    const move = (form: Record<string, string | number>) =>
      planner.post(`/waiting-list/move/${id}?planning_id=${planningId}`, form)
    expect((await move({ place: 1, reason: ' ' })).json()).toEqual({ reason: ['Vul een reden in.'] })
    expect((await move({ place: 4, reason: 'x' })).json()).toEqual({ place: ['De rij heeft 3 plaatsen.'] })
    expect((await move({ place: 1, reason: 'Verkeerd ingevoerd' })).status).toBe(204)
    const line = await app.db
      .selectFrom('waiting_entries')
      .select('contact_id')
      .where('group_id', '=', planningId)
      .orderBy('line_at')
      .execute()
    expect(line.map(({ contact_id }) => contact_id)).toEqual([people[2], people[0], people[1]])
  })

  it('puts nobody in a line twice, nor who is in the planning', async () => {
    const { planningId, inside } = await full(1)
    const [who] = await addPeople(app, 1)
    expect((await wait(planningId, [who!, inside[0]!])).trigger.flash?.str).toBe(
      '1 cursist op de wachtlijst; 1 persoon wachtte al of doet al mee',
    )
    expect((await wait(planningId, [who!])).trigger.flash?.str).toBe(
      'Iedereen stond al op de wachtlijst of doet al mee.',
    )
  })

  it('reads in the planning who waits, why, and who is next', async () => {
    const tab = await planner.get(`/calendar/${app.story.appointments.full}/waiting`)
    expect(tab.text).toContain('1 plaats aangeboden')
    expect(tab.text).toContain('is de volgende')
    expect(tab.$('.waiting-line tbody tr').length).toBeGreaterThanOrEqual(3)
    const popup = await planner.get(`/calendar/view-appointment/${app.story.appointments.full}`)
    expect(popup.text).toContain('cursisten wachten')
  })

  it('sets what holds for all lines, and is told what is wrong with it', async () => {
    const administrator = await app.as(1)
    const form = { version: 1, answer_hours: 4, day_from: '09:00', day_until: '08:00', 'weekdays[]': [1, 2] }
    expect((await administrator.post('/settings/waiting-list', form)).status).toBe(422)
    expect((await administrator.post('/settings/waiting-list', { ...form, day_until: '17:00' })).status).toBe(200)
    const reset = { version: 2, answer_hours: 10, day_from: '08:00', day_until: '18:00', 'weekdays[]': [1, 2, 3, 4, 5] }
    await administrator.post('/settings/waiting-list', reset)
  })
})

describe('a supervisor', () => {
  it('sees and changes the own people alone', async () => {
    const list = await supervisor.get('/waiting-list')
    expect(list.text).not.toContain(`data-id="${app.story.waiting.first}"`)
    expect(list.text).toContain(`data-id="${app.story.waiting.own}"`)
    const { first, own } = app.story.waiting
    expect((await supervisor.get(`/waiting-list/view/${first}`)).status).toBe(404)
    expect((await supervisor.get(`/waiting-list/view/${own}`)).status).toBe(200)
    expect((await supervisor.get(`/waiting-list/offer/${own}?planning_id=${app.story.plannings.full}`)).status).toBe(
      403,
    )
  })

  it('puts own people in line for a full planning, and nobody else', async () => {
    const mine = [app.story.students.findLast(({ companyId }) => companyId === app.story.companies.deLinde)!.id]
    const others = await addPeople(app, 1, app.story.companies.kuipers)
    const form = { course_id: app.story.courses.vca, planning_id: app.story.plannings.full }
    expect((await supervisor.post('/waiting-list/add', { ...form, 'students[]': others })).status).toBe(404)
    expect((await supervisor.post('/waiting-list/add', { ...form, 'students[]': mine })).status).toBe(204)
    expect((await supervisor.get(`/waiting-list/add?planning_id=${app.story.plannings.full}`)).status).toBe(200)
  })
})

describe('who waits for any planning of a course', () => {
  it('is offered one place at a time, of the first planning that fits', async () => {
    const courseId = await addCourse(app.db)
    const [who] = await addPeople(app, 1)
    const one = await full(1, { courseId, inDays: 40 })
    const two = await full(1, { courseId, inDays: 50 })
    await planner.post('/waiting-list/add', { course_id: courseId, planning_id: '', 'students[]': who! })
    await unsubscribe(two.parts[0]!, two.inside[0]!)
    await later(0)
    await unsubscribe(one.parts[0]!, one.inside[0]!)
    await later(0)
    expect(await openOf(two.planningId)).toEqual([who])
    expect(await openOf(one.planningId)).toEqual([])
  })
})

describe('somebody who waits', () => {
  it('stands where they stood first when they were there twice and are merged', async () => {
    const { planningId } = await full(1)
    const [kept, between, gone] = await addPeople(app, 3)
    await wait(planningId, [gone!])
    await wait(planningId, [between!])
    await wait(planningId, [kept!])
    expect((await planner.post('/contacts/merge', { kept_id: kept!, gone_id: gone! })).status).toBeLessThan(300)
    const line = await app.db
      .selectFrom('waiting_entries')
      .select('contact_id')
      .where('group_id', '=', planningId)
      .orderBy('line_at')
      .execute()
    expect(line.map(({ contact_id }) => contact_id)).toEqual([kept, between])
  })

  it('goes from the list with everything when they are anonymised; a held place comes free', async () => {
    const { planningId, parts, inside } = await full(1)
    const [who] = await addPeople(app, 1)
    await wait(planningId, [who!])
    await unsubscribe(parts[0]!, inside[0]!)
    await later(0)
    const administrator = await app.as(1)
    expect((await administrator.post(`/privacy/anonymise/${who}`, { word: 'anonimiseren' })).status).toBeLessThan(300)
    expect(await app.db.selectFrom('waiting_entries').select('id').where('contact_id', '=', who!).execute()).toEqual([])
    expect(await countsOf(app, parts[0]!)).toMatchObject({ reserved_count: 0 })
  })
})
