import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { KioskStudent, PhoneProps, Welcome } from '../../src/training/day/kiosk/kiosk.contract.ts'
import { CODE_MS, lookupHash, roomCode } from '../../src/training/day/kiosk/phones/phones.rules.ts'
import { optionsOf } from '../support/options.ts'
import { type Answer, type Browser, type TestApp, browser, testApp } from '../support/app.ts'

let app: TestApp
let teacher: Browser
/** A part that runs now, and another that does. */
let here: number
let elsewhere: number
beforeAll(async () => {
  app = await testApp()
  teacher = await app.as(1)
})
afterAll(() => app.close())

beforeEach(async () => {
  await app.pool.query('delete from kiosk_searches')
  here = await part()
  elsewhere = await part()
})

async function part(day = '0 days'): Promise<number> {
  const { rows } = await app.pool.query<{ id: number }>(`
    insert into appointments (group_id, description, starts_at, ends_at, status, max_count)
    select group_id, 'Theorie', now() + interval '${day}', now() + interval '${day} 1 minute', 'confirmed', 100
    from appointments order by id limit 1 returning id`)
  return rows[0]!.id
}
/** People of these names and birthdays in a part; answers their ids. */
async function enrol(at: number, ...people: [first: string, last: string, born: string][]): Promise<number[]> {
  const made: number[] = []
  for (const [first, last, born] of people) {
    const { rows } = await app.pool.query<{ id: number }>(
      `with c as (insert into contacts (first_name, last_name, birth_date) values ($1, $2, $3) returning id)
       insert into enrolments (appointment_id, contact_id) select $4, id from c returning contact_id as id`,
      [first, last, born, at],
    )
    made.push(rows[0]!.id)
  }
  return made
}

const hashOf = (id: number) => lookupHash(app.services.config, id)
const codeOf = (id: number, ago = 0) => roomCode(app.services.config, id, new Date(Date.now() - ago)).token

interface Phone {
  page: Answer
  props: PhoneProps
  ask(path: string): Promise<Answer>
  mark(student: number, at: number, token?: string): Promise<Answer>
}
/** Opens an address on a phone, in a session of its own. */
async function open(path: string, cookie = ''): Promise<Phone & { cookie: string }> {
  const page = await browser(app.url, cookie, '', null).page(path)
  const own = page.headers.get('set-cookie')?.split(';')[0] ?? cookie
  const island = page.$('[data-island=phone]')
  const props = JSON.parse(island.attr('data-props') ?? '{}') as PhoneProps
  const phone = browser(app.url, own, '', null)
  const token = island.attr('data-token') ?? ''
  return {
    ...{ page, props, cookie: own },
    ask: (asked) => phone.request(`${props.api}/${asked}`, { headers: { accept: 'application/json' } }),
    mark: (student, at, sent = token) =>
      phone.request(`${props.api}/markPresent/${student}/${at}`, { method: 'POST', headers: { 'x-csrf-token': sent } }),
  }
}
const names = (answer: Answer) => answer.json<KioskStudent[]>().map(({ messageName }) => messageName)

describe('the lookup of students', () => {
  it('opens without sign-in what leads to a part of today, and tells nothing of anything else [T-006][T-199][R-131]', async () => {
    const { page, props } = await open(`/evaluations/student/${hashOf(here)}`)
    expect(page.status).toBe(200)
    expect(props).toMatchObject({ use: 'evaluation', api: `/api/evaluations/student/${hashOf(here)}`, language: 'nl' })
    expect(['cache-control', 'x-robots-tag'].map((name) => page.headers.get(name))).toEqual(['no-store', 'noindex'])
    const dead = [
      hashOf(await part('2 days')),
      hashOf(2_147_483_647),
      codeOf(here),
      'x',
      `${hashOf(here).slice(0, -1)}x`,
    ]
    for (const hash of dead) {
      const { page: ended } = await open(`/evaluations/student/${hash}`)
      expect([hash, ended.status, ended.$('h1').text()]).toEqual([hash, 404, 'Deze link werkt niet meer'])
    }
    const english = await open(`/evaluations/student/${hashOf(here)}?language=en`)
    expect(english.page.$('#inhoud').attr('lang')).toBe('en')
  })

  it('finds by birthday or last name, among the people of that part alone [R-132][T-214]', async () => {
    const [anna] = await enrol(here, ['Anna', 'Dijk', '1991-02-03'], ['Jan', 'Smit', '1980-05-06'], ['Piet', 'Smit', '1980-05-06']) // prettier-ignore
    const [stranger] = await enrol(elsewhere, ['Bert', 'Bos', '1991-02-04'])
    const phone = await open(`/evaluations/student/${hashOf(here)}`)
    expect((await phone.ask('findStudentBy/birthday/03-02-1991')).json()).toMatchObject([
      { id: anna, messageName: 'Anna D.', company: { name: '' } },
    ])
    const none = await phone.ask('findStudentBy/birthday/04-02-1991')
    const several = await phone.ask('findStudentBy/birthday/06-05-1980')
    expect([none.status, none.text]).toEqual([several.status, several.text])
    expect(names(await phone.ask('findStudentBy/last_name/smit'))).toEqual(['Jan Smit', 'Piet Smit'])
    expect(names(await phone.ask('findStudentBy/last_name/bos'))).toEqual([])
    // Ids count only as far as this session was told them.
    await phone.ask('findStudentBy/last_name/smit')
    expect(names(await phone.ask(`findStudentBy/last_name/dijk?possibleIds=${anna},${stranger}`))).toEqual([])
    for (const [path, status] of [
      ['birthday/31-02-1990', 422],
      ['last_name/%20', 422],
      ['email/a', 404],
    ] as const)
      // prettier-ignore
      expect([path, (await phone.ask(`findStudentBy/${path}`)).status]).toEqual([path, status])
  })

  it('welcomes whom it told, in the session that asked, and tells where to go on [R-133][T-215]', async () => {
    const [anna, bert] = await enrol(here, ['Anna <b>', 'Dijk', '1991-02-03'], ['Bert', 'Bos', '1991-02-04'])
    const phone = await open(`/evaluations/student/${hashOf(here)}`)
    expect((await phone.ask(`welcomeText/${anna}`)).status).toBe(404)
    await phone.ask('findStudentBy/birthday/03-02-1991')
    const [html, url] = (await phone.ask(`welcomeText/${anna}`)).json<[string, string]>()
    expect(html).toContain('Welkom Anna &lt;b&gt;')
    const done = await open(url)
    expect([done.page.status, done.page.$('h1').text()]).toEqual([200, 'Bedankt'])
    expect((await phone.ask(`welcomeText/${bert}`)).status).toBe(404)
    expect((await (await open(`/evaluations/student/${hashOf(here)}`)).ask(`welcomeText/${anna}`)).status).toBe(404)
    const stranger = await app.anonymous.request(`${phone.props.api}/findStudentBy/birthday/03-02-1991`, {})
    expect(stranger.status).toBe(403)
  })

  it('takes who was looked up to what is asked about the part, once', async () => {
    const { rows } = await app.pool.query<{ id: number }>(
      `with g as (insert into appointment_groups (course_id)
         select ce.course_id from course_evaluations ce join evaluations ev on ev.id = ce.evaluation_id where ev.enabled
         order by ce.course_id limit 1 returning id)
       update appointments set group_id = g.id from g where appointments.id = $1 returning g.id`,
      [here],
    )
    expect(rows).toHaveLength(1)
    const [anna] = await enrol(here, ['Anna', 'Dijk', '1991-02-03'])
    const phone = await open(`/evaluations/student/${hashOf(here)}`)
    const goOn = async () => {
      await phone.ask('findStudentBy/birthday/03-02-1991')
      return (await phone.ask(`welcomeText/${anna}`)).json<[string, string]>()[1]
    }
    const url = await goOn()
    expect(url).toMatch(/^\/evaluations\/submit\//)
    expect((await open(url)).page.status).toBe(200)
    const shown = await teacher.get(`/calendar/room-qr/${here}`)
    expect(shown.$('details a').attr('href')).toContain(`/evaluations/student/${hashOf(here)}`)
    // Who answered has nothing left to do.
    await app.pool.query(
      `insert into evaluation_struck_off (group_id, contact_id, day) values ($1, $2, current_date)`,
      [rows[0]!.id, anna],
    )
    expect(await goOn()).toMatch(/\/done$/)
  })

  it('stops after twenty tries without a person, in that session alone', async () => {
    await enrol(here, ['Anna', 'Dijk', '1991-02-03'])
    const phone = await open(`/evaluations/student/${hashOf(here)}`)
    const other = await open(`/evaluations/student/${hashOf(here)}`)
    const tries = await Promise.all(
      Array.from({ length: 25 }, (_, i) =>
        phone.ask(`findStudentBy/birthday/${String(i + 1).padStart(2, '0')}-07-1950`),
      ),
    )
    expect([200, 429].map((status) => tries.filter((one) => one.status === status).length)).toEqual([20, 5])
    expect((await phone.ask('findStudentBy/birthday/03-02-1991')).text).not.toContain('Anna')
    expect(names(await other.ask('findStudentBy/birthday/03-02-1991'))).toEqual(['Anna D.'])
  })
})

describe('the code in the room', () => {
  it('is another one every half minute, opens until the next one is over, and then for who opened it', async () => {
    const fresh = codeOf(here)
    expect(CODE_MS).toBe(30_000)
    expect(codeOf(here, CODE_MS)).not.toBe(fresh)
    const phone = await open(`/aanwezig/${codeOf(here, CODE_MS)}`)
    expect([phone.page.status, phone.props.use]).toEqual([200, 'presence'])
    const old = `/aanwezig/${codeOf(here, 3 * CODE_MS)}`
    expect((await open(old)).page.status).toBe(404)
    expect((await open(old, phone.cookie)).page.status).toBe(200)
    await app.pool.query(`update kiosk_searches set opened_at = now() - interval '16 minutes'`)
    expect((await open(old, phone.cookie)).page.status).toBe(404)
    expect((await phone.ask('findStudentBy/birthday/03-02-1991')).status).toBe(403)
    expect((await open(`/aanwezig/${hashOf(here)}`)).page.status).toBe(404)
  })

  it('lets those of that part come in, and says by what', async () => {
    const [anna, bert] = await enrol(here, ['Anna', 'Dijk', '1991-02-03'], ['Bert', 'Bos', '1991-02-04'])
    const phone = await open(`/aanwezig/${codeOf(here)}`)
    await phone.ask('findStudentBy/birthday/03-02-1991')
    expect((await phone.mark(anna!, here, 'wrong')).status).toBe(403)
    for (const [who, where] of [
      [bert, here],
      [anna, elsewhere],
      [2_147_483_647, here],
    ] as const)
      // prettier-ignore
      expect([who, where, (await phone.mark(who!, where)).status]).toEqual([who, where, 404])
    expect((await phone.mark(anna!, here)).json()).toEqual({ present: true })
    const welcome = (await phone.ask(`welcomeText/${anna}?language=en`)).json<Welcome>()
    expect(welcome.title).toBe('Welcome Anna')
    const { rows } = await app.pool.query(
      `select present, present_source, (select actor_name from history h where h.record_type = 'enrolment'
         and h.record_id = e.id order by h.id desc limit 1) as who from enrolments e where appointment_id = $1 order by id`,
      [here],
    )
    expect(rows).toEqual([
      { present: 1, present_source: 'room', who: 'QR in het lokaal' },
      { present: null, present_source: null, who: null },
    ])
    const viewer = await teacher.get(`/calendar/getPresenceViewer/${here}`)
    expect(viewer.$('.presence-cell').text()).toContain('Aangemeld met de QR in het lokaal')
  })

  it('stands on a screen with who is there by first name, on its day alone', async () => {
    const [anna] = await enrol(here, ['Anna', 'Dijk', '1991-02-03'], ['Bert', 'Bos', '1991-02-04'])
    await app.pool.query('update enrolments set present = 1 where contact_id = $1', [anna])
    const shown = await teacher.get(`/calendar/room-qr/${here}`)
    expect(shown.$('.room-code-card svg.qr').length).toBe(1)
    expect(shown.$('p.room-code-foot').text()).toBe('1 van 2 aanwezig: Anna')
    expect(shown.text).not.toContain('Dijk')
    const later = await teacher.get(`/calendar/room-qr/${await part('3 days')}`)
    expect([later.status, later.$('svg.qr').length]).toEqual([200, 0])
    const offers = async (id: number) =>
      optionsOf(await teacher.get(`/calendar/view-appointment/${id}`)).some(({ label }) => label === 'QR in het lokaal')
    expect([await offers(here), await offers(await part('3 days'))]).toEqual([true, false])
  })
})
