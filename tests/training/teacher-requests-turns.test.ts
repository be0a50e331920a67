// clock
/** Whose turn it is, and what becomes of it: what is easily forgotten of asking teachers. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { addDays, instantOf, today, wallClock, weekday } from '../../src/platform/format/zone.ts'
import { closedDays } from '../../src/system/holidays/index.ts'
import { endsAfter, goOn } from '../../src/training/planning/teacher-requests/create.commands.ts'
import { goOnAll } from '../../src/training/planning/teacher-requests/teacher-requests.job.ts'
import { getSearchPart } from '../../src/training/planning/teacher-requests/teacher-requests.queries.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { daysFromNow } from '../support/around-now.ts'
import { addPart } from '../support/builders.ts'
import { askingIn } from './asking-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
beforeEach(() => app.owner.pool.query('delete from rate_limits'))
afterAll(() => app.close())
const { lacking, ask, later, requestsOf, statesOf, teachersOf, mailsTo, tokenTo, visitor, sayBy } = askingIn(
  () => app,
  () => planner,
)

const moveByDay = (part: number) =>
  app.pool.query(
    `update appointments set starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day' where id = $1`,
    [part],
  )
const put = (part: number, contactId: number) =>
  app.db
    .insertInto('appointment_responsibles')
    .values({ appointment_id: part, contact_id: contactId, role_id: 3 })
    .execute()
/** Somebody gives something else so many days after the part, at the same hours. */
async function busyWith(part: number, contactId: number, days = 0): Promise<void> {
  const { group_id, starts_at } = await app.db
    .selectFrom('appointments')
    .select(['group_id', 'starts_at'])
    .where('id', '=', part)
    .executeTakeFirstOrThrow()
  const at = daysFromNow(days, starts_at)
  await put(
    await addPart(app.db, { group_id, description: 'Iets anders', starts_at: at, status: 'planned' }),
    contactId,
  )
}
const subjectsTo = async (contactId: number) => (await mailsTo(contactId)).map(({ subject }) => subject.split(':')[0])
const answerFor = (id: number, form: Record<string, string>) => planner.post(`/teacher-requests/answer/${id}`, form)
const searchOf = (part: number) =>
  app.db
    .selectFrom('teacher_searches')
    .selectAll()
    .where('appointment_id', '=', part)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
/** Asks these of a part, and the first of them hears of it. */
async function asked(options: Parameters<typeof lacking>[0] = {}, more: Record<string, string | number> = {}) {
  const made = await lacking(options)
  expect((await ask(made.part, made.people, more)).status).toBe(204)
  await later()
  return made
}

describe('whose turn it is', () => {
  it('follows the order that the planner made, not that of the list', async () => {
    const { part, people } = await lacking()
    const form = await planner.get(`/teacher-requests/ask/${part}`)
    const listed = form
      .$('input[name="teachers[]"]')
      .map((_i, one) => Number(form.$(one).attr('value')))
      .get()
      .filter((id) => people.includes(id))
    const wanted = listed.toReversed()
    await ask(part, wanted)
    await later()
    expect((await requestsOf(part)).map(({ contact_id }) => contact_id)).toEqual(wanted)
    expect(await subjectsTo(wanted[0]!)).toEqual(['Kunt u lesgeven'])
    expect(await subjectsTo(listed[0]!)).toEqual([])
  })

  it('passes over who cannot any more, with the reason', async () => {
    const { part, people } = await asked()
    await busyWith(part, people[1]!)
    await sayBy(people[0]!, 'no')
    expect(await statesOf(part)).toEqual(['no', 'withdrawn', 'asked'])
    expect((await requestsOf(part))[1]!.why).toContain('bezet')
    expect(await mailsTo(people[1]!)).toEqual([])
  })

  it('comes for one more when the part needs one more', async () => {
    const { part } = await asked()
    await app.db.updateTable('appointments').set({ teacher_application_count: 2 }).where('id', '=', part).execute()
    await later(1)
    expect(await statesOf(part)).toEqual(['asked', 'asked', 'waiting'])
  })

  it('comes behind those who wait for who is asked once more', async () => {
    const { part, people } = await asked()
    await sayBy(people[0]!, 'no')
    const [first] = await requestsOf(part)
    expect((await planner.post(`/teacher-requests/again/${first!.id}`)).status).toBe(204)
    await later(1)
    await sayBy(people[1]!, 'no')
    const states = new Map((await requestsOf(part)).map(({ contact_id, state }) => [contact_id, state]))
    expect(people.map((id) => states.get(id))).toEqual(['waiting', 'no', 'asked'])
  })

  it('ends the search when the last one is taken back', async () => {
    const { part } = await asked({ teachers: 1 })
    const [only] = await requestsOf(part)
    expect((await answerFor(only!.id, { answer: 'withdraw' })).status).toBe(204)
    await later(1)
    expect(await searchOf(part)).toMatchObject({ state: 'ended', why: 'Niemand zei ja' })
  })
})

describe('a part that moves', () => {
  it('is not asked of who cannot then, who reads why, but of the next', async () => {
    const { part, people } = await asked()
    await busyWith(part, people[0]!, 1)
    await moveByDay(part)
    await later(1)
    expect(await statesOf(part)).toEqual(['withdrawn', 'asked', 'waiting'])
    expect((await mailsTo(people[0]!)).at(-1)!.text_body).toContain('een moment dat u niet kunt')
  })

  it('is asked again of who could not at the moment before, without a word of a move they never heard of', async () => {
    const { part, people } = await asked({ teachers: 2 })
    await sayBy(people[0]!, 'no')
    await moveByDay(part)
    await later(1)
    expect(await statesOf(part)).toEqual(['waiting', 'asked'])
    expect(await subjectsTo(people[1]!)).toEqual(['Kunt u lesgeven', 'Verplaatst, kunt u dan ook'])
    await sayBy(people[1]!, 'no')
    expect(await statesOf(part)).toEqual(['asked', 'no'])
    expect(await subjectsTo(people[0]!)).toEqual(['Kunt u lesgeven', 'Kunt u lesgeven'])
  })

  it('is given by nobody who said yes to another moment, also by word of mouth', async () => {
    const { part } = await asked({ teachers: 1 })
    await moveByDay(part)
    const [only] = await requestsOf(part)
    const said = await answerFor(only!.id, { answer: 'yes' })
    expect([said.status, said.text]).toEqual([409, expect.stringContaining('zojuist verplaatst')])
    expect(await teachersOf(part)).toEqual([])
  })
})

describe('the time for an answer', () => {
  it('is half over when the reminder goes, which has the same link, and counts anew for who is asked again', async () => {
    const { part, people } = await asked({ teachers: 1 })
    const [only] = await requestsOf(part)
    const half = () => getSearchPart(app.db, part).then((of) => endsAfter(app.db, only!.asked_at!, 4, of))
    await goOnAll(app.services, new Date((await half()).getTime() - 1000))
    expect(await subjectsTo(people[0]!)).toEqual(['Kunt u lesgeven'])
    const halfway = await half()
    await goOnAll(app.services, halfway)
    // Whatever else lets the search go on.
    await inTransaction(app.db, null, (trx) => goOn(trx, app.services, part, halfway))
    expect(await subjectsTo(people[0]!)).toEqual(['Kunt u lesgeven', 'Nog geen antwoord'])
    const tokens = (await mailsTo(people[0]!)).map(({ secret }) => secret)
    expect(tokens[0]).toBe(tokens[1])
    expect((await visitor(tokens[0]!)).shown.text).toContain('Kunt u dit geven?')
    await sayBy(people[0]!, 'no')
    await planner.post(`/teacher-requests/again/${only!.id}`)
    await later()
    expect((await requestsOf(part))[0]).toMatchObject({ state: 'asked', reminded_at: null })
  })

  it('is over at its end, whether or not a job has seen it', async () => {
    const { part, people } = await asked({ teachers: 1 })
    const page = await visitor(await tokenTo(people[0]!))
    await app.pool.query(
      `update teacher_requests set expires_at = now() - interval '1 second' where appointment_id = $1`,
      [part],
    )
    expect((await page.answer('yes')).text).toContain('De tijd voor een antwoord is voorbij')
    expect(await teachersOf(part)).toEqual([])
  })

  it('runs on working days alone, those on which the office is closed left out', async () => {
    const { isClosed } = await closedDays(app.db)
    const day = [3, 4, 5, 6]
      .map((ahead) => addDays(today(), ahead))
      .find((one) => ![one, addDays(one, 7)].some(isClosed))!
    const values = { key: 'waiting_list', value: JSON.stringify({ weekdays: [weekday(day)] }) }
    await app.owner.db.insertInto('settings').values(values).execute()
    const { part: first } = await asked({ teachers: 1 })
    expect(wallClock((await requestsOf(first))[0]!.expires_at!).day).toBe(day)
    await app.db.insertInto('closing_days').values({ first_day: day, last_day: day, description: 'Dicht' }).execute()
    const { part: second } = await asked({ teachers: 1 })
    expect(wallClock((await requestsOf(second))[0]!.expires_at!).day).toBe(addDays(day, 7))
    await app.db.deleteFrom('closing_days').where('first_day', '=', day).execute()
    await app.owner.db.deleteFrom('settings').where('key', '=', 'waiting_list').execute()
  })

  it('is never longer than until the part begins, and then nobody is asked any more', async () => {
    const { part, people } = await lacking({ teachers: 2 })
    const begins = instantOf(addDays(today(), 1), '09:00')!
    await app.db
      .updateTable('appointments')
      .set({ starts_at: begins, ends_at: new Date(begins.getTime() + 3_600_000) })
      .where('id', '=', part)
      .execute()
    await ask(part, people, { answer_hours: 240 })
    await later()
    expect((await requestsOf(part))[0]!.expires_at).toEqual(begins)
    await goOnAll(app.services, begins)
    expect(await searchOf(part)).toMatchObject({ state: 'ended', why: 'Het onderdeel is begonnen' })
  })
})

describe('a place that a planner filled', () => {
  it('is not given twice, also before a job has seen it', async () => {
    const { part, people } = await asked({ teachers: 2 })
    await put(part, people[1]!)
    expect((await sayBy(people[0]!, 'yes')).text).toContain('al vervuld door een collega')
    expect(await teachersOf(part)).toEqual([people[1]])
  })
})

describe('a planner', () => {
  it('asks nobody who is there already, who left or who is no teacher', async () => {
    const { part, people } = await lacking({ teachers: 3, needs: 2 })
    await put(part, people[0]!)
    await app.db.updateTable('contacts').set({ active: false }).where('id', '=', people[1]!).execute()
    await app.db
      .updateTable('contacts')
      .set({ roles: [5] })
      .where('id', '=', people[2]!)
      .execute()
    for (const one of people) {
      const refused = await ask(part, [one])
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Kies docenten die actief zijn')])
    }
    expect(await requestsOf(part)).toEqual([])
  })

  it('asks nobody again who gives something else by then', async () => {
    const { part, people } = await asked({ teachers: 2 })
    await sayBy(people[0]!, 'no')
    await busyWith(part, people[0]!)
    const again = await planner.post(`/teacher-requests/again/${(await requestsOf(part))[0]!.id}`)
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('bezet')])
    expect(await statesOf(part)).toEqual(['no', 'asked'])
  })

  it('asks nobody again of an earlier search beside one that goes on', async () => {
    const { part, people } = await asked({ teachers: 2 })
    const [first] = await requestsOf(part)
    await planner.post(`/teacher-requests/stop/${first!.search_id}`, { why: 'Even wachten' })
    expect((await planner.post(`/teacher-requests/stop/${first!.search_id}`, { why: 'Nog eens' })).status).toBe(409)
    expect(await searchOf(part)).toMatchObject({ state: 'ended', why: 'Even wachten' })
    await ask(part, [people[1]!])
    const again = await planner.post(`/teacher-requests/again/${first!.id}`)
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('al docenten gevraagd')])
  })

  it('reads what the first of them will read, as it is typed', async () => {
    const { part, people } = await lacking()
    await app.db.updateTable('contacts').set({ first_name: 'Ilse' }).where('id', '=', people[1]!).execute()
    const shown = (form: Record<string, unknown>) =>
      planner.post(`/teacher-requests/ask/${part}/preview`, form as Record<string, string>)
    const draft = await shown({ answer_hours: '8', message: 'Met <oefenpop>', 'teachers[]': [people[1], people[0]] })
    const until = await endsAfter(app.db, new Date(), 8, await getSearchPart(app.db, part))
    expect(draft.$('.section-title').text()).toBe('Dit leest Ilse')
    expect(draft.$('.prewrap').text()).toContain('Beste Ilse,')
    expect(draft.$('.prewrap').text()).toContain('Met <oefenpop>')
    expect(draft.$('.prewrap').text()).toContain(String(until.getFullYear()))
    await app.db.updateTable('contacts').set({ first_name: '', initials: 'I.', last_name: 'Bos' }).where('id', '=', people[1]!).execute() // prettier-ignore
    const initials = await shown({ answer_hours: '8', message: '', 'teachers[]': [people[1]] })
    expect(initials.$('.prewrap').text()).toContain('Beste I. Bos,')
    const half = await shown({ answer_hours: '', message: '', 'teachers[]': [] })
    expect([half.status, half.$('.section-title').text()]).toEqual([200, 'Voorbeeld van het bericht'])
  })
})
