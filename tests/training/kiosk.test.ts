import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { KioskDevice, KioskStudent, Welcome } from '../../src/training/day/kiosk/kiosk.contract.ts'
import { today, wallClock } from '../../src/platform/format/zone.ts'
import { sealFor } from '../../src/platform/sealed-box.contract.ts'
import { SEALED_FOR, sealArrival } from '../../src/training/day/kiosk/sealed.contract.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let teacher: Browser
let token: string
/** A part that runs now where the tablet stands, and one of the same planning elsewhere. */
let here: number
let elsewhere: number
beforeAll(async () => {
  app = await testApp()
  teacher = await app.as(1)
  token = await tokenOf('demo-kiosk', 'demo-kiosk-secret')
})
afterAll(() => app.close())

async function tokenOf(client_id: string, client_secret: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const answer = await app.anonymous.request('/oauth/token', { method: 'POST', body })
  return answer.json<{ access_token: string }>().access_token
}
const api = (path: string, init: RequestInit = {}, bearer = token) =>
  app.anonymous.request(`/api/digital-presence/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${bearer}`, ...(init.headers as object) },
  })
const born = (day: string) => api(`findStudentBy/birthday/${day}`)
const named = (name: string, among = '') => api(`findStudentBy/last_name/${encodeURIComponent(name)}${among}`)
const students = async (answer: ReturnType<typeof born>) => (await answer).json<KioskStudent[]>()
const mark = (student: number, part = here) => api(`markPresent/${student}/${part}`, { method: 'POST' })
const ids = async (answer: ReturnType<typeof born>) => (await students(answer)).map(({ id }) => id)

interface Person {
  first: string
  last: string
  prefix?: string
  born?: string
}
/** People with these names in a part; answers their ids. */
async function enrol(part: number, people: Person[]): Promise<number[]> {
  const made: number[] = []
  for (const { first, last, prefix = '', born: day = null } of people) {
    const { rows } = await app.pool.query<{ id: number }>(
      `with c as (insert into contacts (first_name, last_name_prefix, last_name, birth_date, initials)
         values ($1, $2, $3, $4, left($1, 1) || '.') returning id)
       insert into enrolments (appointment_id, contact_id) select $5, id from c returning contact_id as id`,
      [first, prefix, last, day, part],
    )
    made.push(rows[0]!.id)
  }
  return made
}

/** Begins anew: nobody is expected but who a test enrols. */
beforeEach(async () => {
  await app.pool.query('delete from kiosk_searches')
  await app.pool.query(`
    update appointments set room_id = null
    where starts_at::date between now()::date - 1 and now()::date + 1`)
  here = await part(`(select establishment_id from api_clients where client_id = 'demo-kiosk')`)
  elsewhere = await part(`(select id from establishments
    where id <> (select establishment_id from api_clients where client_id = 'demo-kiosk') limit 1)`)
})

/** A part of today in a room of an establishment, which is open at this moment whatever the hour. */
async function part(establishment: string, starts = 'now()', ends = `now() + interval '1 minute'`): Promise<number> {
  const { rows } = await app.pool.query<{ id: number }>(`
    insert into appointments (group_id, description, starts_at, ends_at, status, max_count, room_id)
    select group_id, 'Theorie', ${starts}, ${ends}, 'confirmed', 100,
      (select id from rooms where establishment_id = ${establishment} order by id limit 1)
    from appointments order by id limit 1 returning id`)
  return rows[0]!.id
}

describe('who is found', () => {
  it('is one person born on that day, among those of today where the tablet stands [T-041][R-127]', async () => {
    const [anna] = await enrol(here, [{ first: 'Anna', prefix: 'van', last: 'Dijk', born: '1991-02-03' }])
    await enrol(elsewhere, [{ first: 'Bert', last: 'Bos', born: '1991-02-04' }])
    const later = await part(
      `(select establishment_id from api_clients where client_id = 'demo-kiosk')`,
      `now() + interval '1 day'`,
      `now() + interval '1 day 1 hour'`,
    )
    await enrol(later, [{ first: 'Carla', last: 'Cop', born: '1991-02-05' }])
    const [found, ...more] = await students(born('03-02-1991'))
    expect(found).toMatchObject({ id: anna, messageName: 'Anna D.', company: { name: '' } })
    expect(found!.appointments.map(({ id, description }) => [id, description])).toEqual([[here, 'Theorie']])
    expect(more).toEqual([])
    for (const day of ['04-02-1991', '05-02-1991', '06-02-1991']) expect(await students(born(day))).toEqual([])
  })

  it('is told by the last name, whole, where several were born on that day [T-042][T-043]', async () => {
    const [, second] = await enrol(here, [
      { first: 'Jan', last: 'Smit', born: '1980-05-06' },
      { first: 'Piet', prefix: 'de', last: 'Vries-Bakker', born: '1980-05-06' },
      { first: 'Kees', last: 'Smit', born: '1981-01-01' },
    ])
    const none = await born('07-05-1980')
    const several = await born('06-05-1980')
    expect([none.text, none.status]).toEqual([several.text, several.status])
    // Among those of that day alone: the other Smit was born on another.
    expect((await students(named('SMIT'))).map(({ messageName }) => messageName)).toEqual(['Jan Smit'])
    await born('06-05-1980')
    expect(await students(named('vriesbakker'))).toMatchObject([{ id: second, messageName: 'Piet de Vries-Bakker' }])
    // Nobody was born on that day: it is asked among all who are expected.
    await born('07-05-1980')
    expect((await students(named('smit'))).map(({ messageName }) => messageName)).toEqual(['Jan Smit', 'Kees Smit'])
  })

  it('takes ids from the tablet only as far as it was told them itself', async () => {
    const [one, two, three] = await enrol(here, [
      { first: 'Ans', last: 'Mol' },
      { first: 'Bea', last: 'Mol' },
      { first: 'Cor', last: 'Pot' },
    ])
    expect(await ids(named('mol'))).toEqual([one, two])
    expect(await ids(named('pot', `?possibleIds=${three}`))).toEqual([])
    expect(await ids(named('mol'))).toEqual([one, two])
    expect(await ids(named('mol', `?possibleIds=${two},${three}`))).toEqual([two])
  })

  it('refuses what is no birthday, no name and no field [T-171]', async () => {
    for (const [path, status] of [
      ['birthday/31-02-1990', 422],
      ['birthday/1990', 422],
      ['last_name/%20', 422],
      [`last_name/${'x'.repeat(121)}`, 422],
      ['email/a', 404],
    ] as const)
      expect([path, (await api(`findStudentBy/${path}`)).status]).toEqual([path, status])
  })
})

describe('coming in', () => {
  it('makes present by the rules of results, tells by what, and who in the history [R-128][R-129][T-008]', async () => {
    const [id] = await enrol(here, [{ first: 'Dora', last: 'Dam', born: '1992-03-04' }])
    await born('04-03-1992')
    expect((await api(`welcomeText/${id}`)).status).toBe(404)
    expect((await mark(id!)).json()).toEqual({ present: true })
    const welcome = (await api(`welcomeText/${id}`)).json<Welcome>()
    expect(welcome.title).toBe('Welkom Dora')
    expect(welcome.text).toMatch(/^U bent aangemeld om \d\d:\d\d voor .+\.$/)
    const { rows } = await app.pool.query(
      `select present, passed, present_source, (select actor_name from history h where h.record_type = 'enrolment'
         and h.record_id = e.id order by h.id desc limit 1) as who from enrolments e where contact_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ present: 1, passed: null, present_source: 'kiosk', who: 'Kiosk in de hal' }])
    const viewer = await teacher.get(`/calendar/getPresenceViewer/${here}`)
    expect(viewer.$('.presence-cell').text()).toContain('Aangemeld op de tablet')
    // Again it stays as it is, and who is set absent afterwards did not come in by it.
    expect((await mark(id!)).status).toBe(200)
    await teacher.post(`/calendar/results/${here}`, { [`present_students[${id}-${here}]`]: '0' })
    const after = await app.pool.query('select present, present_source from enrolments where contact_id = $1', [id])
    expect(after.rows).toEqual([{ present: 0, present_source: null }])
  })

  it('is for whom the tablet was told, in parts of today where it stands, and no other', async () => {
    const [told, silent] = await enrol(here, [
      { first: 'Eva', last: 'Erk', born: '1993-01-01' },
      { first: 'Fay', last: 'Fok', born: '1993-01-02' },
    ])
    await app.pool.query('insert into enrolments (appointment_id, contact_id) values ($1, $2)', [elsewhere, told])
    await born('01-01-1993')
    for (const [who, where] of [
      [silent, here],
      [told, elsewhere],
      [told, 2_147_483_647],
      [2_147_483_647, here],
    ] as const)
      expect([who, where, (await mark(who!, where)).status]).toEqual([who, where, 404])
    await app.pool.query(`update kiosk_searches set searched_at = now() - interval '11 minutes'`)
    expect((await mark(told!)).status).toBe(404)
    const { rows } = await app.pool.query('select present from enrolments where contact_id = any($1)', [[told, silent]])
    expect(rows.map(({ present }) => present as unknown)).toEqual([null, null, null])
  })
})

describe('what was typed without network', () => {
  const A_MINUTE = 60_000
  let serverKey: string
  const typed = async (birthday: string, lastName: string, at = new Date()) => ({
    key: crypto.randomUUID(),
    sealed: await sealArrival(serverKey, { birthday, lastName, at: at.toISOString() }),
  })
  const send = (arrivals: object[], lost: object[] = []) =>
    api('sealed', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ _token: 'x', arrivals, lost }),
    })
  const forget = async () => {
    await app.services.db.transaction().execute((trx) => app.services.jobs.add(trx, 'kiosk.forget', {}))
    await app.runJobs('kiosk.forget')
  }
  const sourceOf = async (id: number) =>
    (await app.pool.query('select present, present_source from enrolments where contact_id = $1', [id]))
      .rows[0] as object
  const stored = async () =>
    (await app.pool.query('select recognised, last_name, lost from sealed_arrivals order by id')).rows as object[]
  beforeEach(async () => {
    await app.pool.query('delete from sealed_arrivals')
    serverKey = (await api('device')).json<KioskDevice>().sealKey
  })

  it('is opened by the server alone, and counts once, at the moment at which it was typed', async () => {
    const [ida, joke] = await enrol(here, [
      { first: 'Ida', prefix: 'van', last: 'Iep', born: '1990-01-02' },
      { first: 'Joke', last: 'Jas', born: '1990-01-03' },
    ])
    const first = await typed('02-01-1990', 'van iep')
    expect(atob(first.sealed.replaceAll('-', '+').replaceAll('_', '/'))).not.toMatch(/iep|1990/)
    const answers = await Promise.all([send([first]), send([first])])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await sourceOf(ida!)).toEqual({ present: 1, present_source: 'offline' })
    // Whoever teaches said otherwise after it was typed.
    await teacher.post(`/calendar/results/${here}`, { [`present_students[${joke}-${here}]`]: '0' })
    expect((await send([first, await typed('03-01-1990', 'jas')])).json()).toEqual({ taken: 2 })
    expect(await sourceOf(joke!)).toEqual({ present: 0, present_source: null })
    expect(await stored()).toEqual([
      { recognised: true, last_name: null, lost: 0 },
      { recognised: true, last_name: null, lost: 0 },
    ])
  })

  it('is judged by the hours of that moment', async () => {
    const over = await part(
      `(select establishment_id from api_clients where client_id = 'demo-kiosk')`,
      `now() - interval '62 minutes'`,
      `now() - interval '61 minutes'`,
    )
    const [kim] = await enrol(over, [{ first: 'Kim', last: 'Kok', born: '1990-02-02' }])
    await send([await typed('02-02-1990', 'kok')])
    expect(await sourceOf(kim!)).toEqual({ present: null, present_source: null })
    const then = new Date(Date.now() - 5 * A_MINUTE)
    await send([await typed('02-02-1990', 'kok', then)])
    // Half past midnight that moment was yesterday, of which nothing is told any more.
    const isToday = wallClock(then).day === today() && wallClock(new Date(Date.now() - 62 * A_MINUTE)).day === today()
    expect(await sourceOf(kim!)).toEqual(isToday ? { present: 1, present_source: 'offline' } : { present: null, present_source: null }) // prettier-ignore
  })

  it('is nobody’s where something else than an arrival was sealed, and keeps nothing else from coming in', async () => {
    await send([{ key: crypto.randomUUID(), sealed: await sealFor(serverKey, SEALED_FOR, 'geen JSON') }], [])
    expect(await stored()).toMatchObject([{ recognised: false, last_name: null }])
  })

  it('is for whoever teaches where it was nobody’s, until the day is over; then it is counted', async () => {
    await send(
      [await typed('09-09-1999', 'Vreemd'), { key: crypto.randomUUID(), sealed: 'x'.repeat(200) }],
      [{ key: crypto.randomUUID(), day: today(), count: 3 }],
    )
    const list = await teacher.get(`/calendar/arrivals/${here}`)
    expect(list.$('li').text()).toMatch(/Vreemd 09-09-1999, getypt om \d\d:\d\d/)
    const shown = async () => (await teacher.get(`/calendar/view-appointment/${here}`)).text
    expect(await shown()).toContain('1 aanmelding zonder verbinding niet herkend')
    expect((await teacher.get(`/calendar/arrivals/${elsewhere}`)).text).not.toContain('Vreemd')
    const done = list.$('[hx-post]').attr('hx-post')!
    await forget()
    expect(await stored()).toMatchObject([{ last_name: 'Vreemd' }, { last_name: null }, { lost: 3 }])
    expect((await teacher.post(done.replace(`/${here}/`, `/${elsewhere}/`))).status).toBeLessThan(500)
    expect((await stored()).length).toBe(3)
    // Another day: how many there were is all that is left, and it is told.
    await app.pool.query(`update sealed_arrivals set day = day - 1`)
    await forget()
    expect(await stored()).toMatchObject([{ last_name: null }, { last_name: null }, { lost: 3 }])
    await app.pool.query(`update sealed_arrivals set day = day + 1`)
    expect(await shown()).toContain('2 aanmeldingen zijn niet herkend en gewist. 3 aanmeldingen kwamen nooit aan.')
    await send([await typed('09-09-1999', 'Vreemd')])
    const again = (await teacher.get(`/calendar/arrivals/${here}`)).$('[hx-post]').attr('hx-post')!
    expect((await teacher.post(again)).status).toBe(204)
    expect((await teacher.get(`/calendar/arrivals/${here}`)).$('li').length).toBe(0)
  })

  it('tells nobody who is expected, and takes no more than fits', async () => {
    await enrol(here, [{ first: 'Lia', last: 'Lis', born: '1990-03-03' }])
    const [known, unknown] = [
      await send([await typed('03-03-1990', 'lis')]),
      await send([await typed('03-03-1990', 'x')]),
    ]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    const one = await typed('03-03-1990', 'lis')
    for (const arrivals of [Array(21).fill(one), [{ ...one, key: 'x' }], [{ ...one, sealed: 'x'.repeat(2001) }], 'x'])
      expect((await send(arrivals as object[])).status).toBe(422)
  })
})

describe('a tablet', () => {
  it('is blocked after twenty tries without a person, also at the same moment; its teacher is told', async () => {
    const [id] = await enrol(here, [{ first: 'Gea', last: 'Gal', born: '1994-01-01' }])
    const tries = Array.from({ length: 30 }, (_, i) => born(`${String(1 + (i % 28)).padStart(2, '0')}-07-1950`))
    const answers = (await Promise.all(tries)).map(({ status }) => status)
    expect([200, 429].map((status) => answers.filter((one) => one === status).length)).toEqual([20, 10])
    const refused = await born('01-01-1994')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.text).not.toMatch(/1994|Gea/)
    expect((await teacher.get(`/calendar/view-appointment/${here}`)).text).toContain(
      'Tablet &#39;Kiosk in de hal&#39; is geblokkeerd',
    )
    await app.pool.query(`update kiosk_searches set misses_since = now() - interval '11 minutes'`)
    expect(await ids(born('01-01-1994'))).toEqual([id])
  })

  it('is not blocked by people whose birthday is not known', async () => {
    const people = Array.from({ length: 25 }, (_, i) => ({ first: `P${i}`, last: `Naam${i}` }))
    const made = await enrol(here, people)
    for (const [i, { last }] of people.entries()) {
      expect((await born('01-02-1960')).status).toBe(200)
      expect(await ids(named(last))).toEqual([made[i]])
    }
  })

  it('gets to know where it stands, its times and how many there are; without a place nothing [T-252]', async () => {
    await enrol(here, [{ first: 'Hil', last: 'Hup' }])
    await teacher.post('/settings/kiosk', {
      version: (await teacher.get('/settings/kiosk')).$('[name=version]').val() as string,
      ...{ show_welcome: '9', show_close: '7', reset: '45', cancel_reset: '12', welcome_note: '' },
    })
    const device = (await api('device')).json<KioskDevice>()
    expect(device).toMatchObject({ name: 'Kiosk in de hal', parts: 1, students: 1 })
    expect(device.settings).toEqual({
      ...{ showWelcomeTextTime: 9, showCloseTextTime: 7, resetTimeout: 45, cancelResetTimeout: 12 },
      logo: null,
    })
    const form = { name: 'Zonder plaats', scopes: 'digital-presence' }
    expect(Object.keys((await teacher.post('/settings/api/createClient', form)).json())).toEqual(['establishment_id'])
    await app.pool.query(`update api_clients set establishment_id = null`)
    expect((await api('device')).status).toBe(403)
    expect((await born('01-01-1990')).status).toBe(403)
  })

  it('tells later what went wrong, and nothing about a person [R-130]', async () => {
    const send = (errors: unknown) =>
      api('notifyErrors', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ _token: 'x', errors }),
      })
    const error = { at: '2026-11-27T08:14:00.000Z', call: 'findStudentBy', status: 500 }
    expect((await send([error, error])).json()).toEqual({ noted: 2 })
    for (const wrong of [[], [{ ...error, call: 'findStudentBy/birthday/01-01-1990' }], Array(51).fill(error), 'x'])
      expect((await send(wrong)).status).toBe(422)
  })

  it('has a page that shows nobody, is kept nowhere and found by nobody [R-126]', async () => {
    const page = await app.anonymous.request('/digital-presence', {})
    expect(page.status).toBe(200)
    expect(page.$('[data-island=kiosk]').attr('data-props')).toBe('{}')
    expect(['cache-control', 'x-robots-tag'].map((name) => page.headers.get(name))).toEqual(['no-store', 'noindex'])
    expect((await app.anonymous.request('/digital-presence/logo', {})).status).toBe(404)
  })
})
