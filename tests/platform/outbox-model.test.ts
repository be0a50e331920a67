/**
 * The outbox of a phone against a model: whatever step of storing, sending, committing or answering is cut, and whenever a
 * phone is switched off, the server has everything once and the office every difference.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { pngOf } from '../support/images.ts'
import { devicesFor } from '../support/order-devices.ts'
import type { PhoneForm } from '../support/phone.ts'
import { type Fate, type Phone, phoneOf } from '../support/phones.ts'

/** 500 of them have 50 photos and 20 signatures. */
const OPERATIONS = Number(process.env.OUTBOX_OPERATIONS ?? 50)
const VISITS = Math.max(2, Math.round(OPERATIONS / 25))
const SHARED = VISITS
/** Inspections with a photo at each visit, beside one of a device that is found. */
const PHOTOS = (visit: number) => (visit % 2 === 0 ? 2 : 1)

let app: TestApp
let teacher: Browser
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  ;[teacher, planner] = await Promise.all([app.as(ROLE.teacher), app.as(ROLE.scheduler)])
})
afterAll(() => app.close())

/** The same chance in every run. */
function chanceFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
const chance = chanceFrom(20_261_127)
let isCalm = false
/** One step in five fails in some way while it storms. */
function fate(step: 'store' | 'send'): Fate {
  const drawn = chance()
  if (isCalm || drawn > 0.2) return 'well'
  if (step === 'store') return drawn < 0.02 ? 'dead' : drawn < 0.04 ? 'closed' : 'well'
  return drawn < 0.02 ? 'dead' : drawn < 0.04 ? 'closed' : drawn < 0.12 ? 'lost' : 'cut'
}

let keys = 0
const once = () => `${'0'.repeat(32)}${++keys}`.slice(-32)
const photo = pngOf(40, 30)
const signature = `data:image/png;base64,${Buffer.from(photo).toString('base64')}`

interface Step {
  form: PhoneForm
  /** By which it is found on the server; a step that was switched off before it was kept was never done. */
  done: () => void
}
const step = (
  form: Partial<PhoneForm> & Pick<PhoneForm, 'url' | 'fields'>,
  done: () => void = () => undefined,
): Step => ({
  form: { said: { kept: 'Werk' }, once: once(), offline: chance() < 0.5, ...form },
  done,
})

interface Visit {
  order: number
  visit: number
  devices: number[]
}
async function visitOf(at: number): Promise<Visit> {
  const make = devicesFor(app)
  const order = await make.order()
  const devices: number[] = []
  for (let i = 0; i < PHOTOS(at); i++) {
    devices.push(await make.device({ device_category_id: null as never }))
    await planner.post(`/administration/order/attachDeviceToOrder/${order}/${devices[i]}`)
  }
  const day = addDays(today(), 100 + at)
  const employee_id = app.story.users[ROLE.teacher]!
  const times = { starts_at: instantOf(day, '09:00')!, ends_at: instantOf(day, '10:00')! }
  const visit = await app.db.insertInto('visits').values({ order_id: order, employee_id, ...times }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
  return { order, visit: visit.id, devices }
}

const rejected: [string, string][] = [['result', 'rejected'], ['remark', 'Slang gescheurd'], ['version', '1']] // prettier-ignore

/** A visit as somebody does it: its devices, one that is found, and the end. */
function stepsOf({ order, visit, devices }: Visit): Step[] {
  const at = `?visit=${visit}`
  const kept = { kept: `Bezoek ${visit}`, 'kept-group': `visit-${visit}` }
  const token = once()
  const photos = { name: 'photos[]', bytes: photo }
  return [
    ...devices.map((device) =>
      step({ url: `/workday/${order}/devices/${device}/doneForm${at}`, fields: rejected, photos, said: kept }),
    ),
    step({
      url: `/workday/${order}/found${at}`,
      fields: [['kind', 'new'], ['name', `Gevonden ${visit}`]], // prettier-ignore
      said: { ...kept, 'kept-opens': '/' },
      once: token,
      offline: true,
    }),
    step({
      url: `/workday/${order}/found/doneForm${at}`,
      fields: [['device_id', `made-${token}`], ...rejected],
      photos,
      said: kept,
    }),
    step({
      url: `/workday/done/${visit}`,
      fields: [['start_time', '09:00'], ['end_time', '10:00'], ['signed_by', 'Fenna'], ['signature', signature]], // prettier-ignore
      said: { ...kept, 'kept-last': '' },
    }),
  ]
}

/** Goes through its steps on a phone that is switched on again as often as it goes off, and on from where it was. */
async function play(phone: Phone, steps: Step[]): Promise<void> {
  for (const { form, done } of steps) {
    // Who was switched off sees whether it was kept or done; if neither, they do it again.
    for (let tries = 0; ; tries++) {
      const status = await phone.fill(tries === 0 ? form : { ...form, offline: true })
      if (status !== null) {
        expect([form.url, status]).toEqual([form.url, expect.toSatisfy((answer: number) => answer < 300)])
        break
      }
      if (phone.disk.has(form.once) || (await isSaved(form.once))) break
    }
    done()
  }
}
const isSaved = async (token: string) =>
  (await app.db.selectFrom('once_answers').select('token').where('token', '=', token).execute()).length > 0

async function emptied(phone: Phone): Promise<void> {
  for (let tries = 0; tries < 200; tries++) if ((await phone.empty()) === 0) return
  throw new Error('What waits on the phone never goes')
}

describe('an outbox whose every step may fail', () => {
  it(`sends ${OPERATIONS} operations of two phones once, and hands every difference to the office`, async () => {
    const [first, second] = [await phoneOf(app, teacher, fate), await phoneOf(app, planner, fate)]
    const visits: Visit[] = []
    for (let at = 0; at < VISITS; at++) visits.push(await visitOf(at))
    const shared: number[] = []
    for (let i = 0; i < SHARED; i++) {
      const { id } = await app.db.insertInto('tasks').values({ title: `Gedeeld ${i}`, kind: 'own', day: '2030-01-01', user_id: app.story.users[ROLE.teacher]! }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
      shared.push(id)
    }
    const edits = (who: string) =>
      shared.map(
        (id) =>
          step({ url: `/tasks/edit/${id}`, fields: [['title', `${who} ${id}`], ['day', '01-01-2030'], ['user_id', String(app.story.users[ROLE.teacher])], ['version', '1']], offline: true }), // prettier-ignore
      )
    const done: string[] = []
    const adds = (who: string, count: number) =>
      Array.from({ length: count }, (_, i) => {
        const title = `Model ${who} ${i}`
        return step({ url: '/tasks/add', fields: [['title', title], ['day', '01-01-2030']] }, () => done.push(title)) // prettier-ignore
      })
    const own = visits.flatMap(stepsOf)
    const left = Math.max(0, OPERATIONS - own.length - 2 * SHARED)
    await Promise.all([
      play(first, [...edits('Monteur'), ...adds('A', Math.ceil(left / 2)), ...own]),
      play(second, [...adds('B', Math.floor(left / 2)), ...edits('Kantoor')]),
    ])
    isCalm = true
    await Promise.all([emptied(first), emptied(second)])
    await Promise.all([first.off(), second.off()])

    const { rows: added } = await app.pool.query<{ title: string }>(
      `select title from tasks where title like 'Model %'`,
    )
    expect(added.map(({ title }) => title).sort()).toEqual(done.sort())
    for (const { order, visit, devices } of visits) {
      const { rows } = await app.pool.query(
        `select d.name, o.result, (select count(*)::integer from order_device_files f
             where f.order_id = o.order_id and f.device_id = o.device_id) as photos
           from order_devices o join devices d on d.id = o.device_id where o.order_id = $1 order by o.id`,
        [order],
      )
      const expected = [...devices.map(() => 'Blusser op order'), `Gevonden ${visit}`]
      expect(rows).toEqual(expected.map((name) => ({ name, result: 'rejected', photos: 1 })))
    }
    const { rows: ended } = await app.pool.query<{ done: boolean; reports: number }>(
      `select v.done, (select count(*)::integer from visit_reports r where r.visit_id = v.id) as reports
         from visits v where v.id = any($1)`,
      [visits.map(({ visit }) => visit)],
    )
    expect(ended).toEqual(visits.map(() => ({ done: true, reports: 1 })))
    const { rows: uploads } = await app.pool.query<{ count: number }>(`select count(*)::integer from stored_files where name = 'foto.jpg'`) // prettier-ignore
    expect(uploads).toEqual([{ count: visits.reduce((sum, { devices }) => sum + devices.length + 1, 0) }])
    // Of what both changed one stands there, and the other is with the office.
    const { rows: both } = await app.pool.query<{ id: number; values: string[] }>(
      `select t.id, array_agg(c.fields #>> '{0,1}') || t.title as values from tasks t
           join conflicts c on c.object_type = 'task' and c.object_id = t.id and c.stale is not null
         where t.id = any($1) group by t.id order by t.id`,
      [shared],
    )
    expect(both.map(({ values, ...row }) => ({ ...row, values: values.sort() }))).toEqual(
      shared.map((id) => ({ id, values: [`Kantoor ${id}`, `Monteur ${id}`] })),
    )
    const { rows: handed } = await app.pool.query<{ count: number }>(`select count(*)::integer from conflicts where key like '0000%'`) // prettier-ignore
    expect(handed).toEqual([{ count: SHARED }])
    for (const { disk } of [first, second]) expect([...disk.keys()].filter((key) => !key.startsWith('~id'))).toEqual([])
    const died = [first, second].map(({ died: { storing, sending } }) => storing + sending)
    expect(Math.min(...died)).toBeGreaterThan(0)
  }, 300_000)
})
