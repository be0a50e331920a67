/** What a phone kept and could not store: handed over once, shown beside what stands there, and decided about. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { runRetention } from '../../src/system/privacy/retention.ts'
import { rowsOf, sentAgain } from '../../src/system/conflicts/conflicts.rules.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
let teacher: Browser
beforeAll(async () => {
  app = await testApp()
  ;[planner, teacher] = await Promise.all([app.as(ROLE.scheduler), app.as(ROLE.teacher)])
})
afterAll(() => app.close())

let made = 0
const operation = (more: object = {}) => ({
  key: `sleutel-van-een-telefoon-${++made}`,
  label: 'Taak',
  url: `/tasks/edit/${app.story.tasks.seal}`,
  at: Date.now() - 60_000,
  fields: [
    ['title', 'Zegels'],
    ['day', '02-01-2030'],
    ['version', '1'],
  ],
  base: [],
  message: 'Deze gegevens zijn intussen gewijzigd door Sanne Willems.',
  stale: {
    by: 'Sanne Willems',
    at: new Date().toISOString(),
    version: 2,
    fields: { title: ['Zegels', 'Zegels meenemen'], day: ['2030-01-02', '2030-01-01'] },
  },
  ...more,
})
const handOver = (who: Browser, kept: object) => who.post('/outbox/conflicts', { operation: JSON.stringify(kept) })
const idOf = async (who: Browser, kept: object) => (await handOver(who, kept)).json<{ id: number }>().id
const taskOf = (id: number) =>
  app.db
    .selectFrom('tasks')
    .select(['id', 'title', 'done'])
    .where('object_type', '=', 'conflict')
    .where('object_id', '=', id)
    .executeTakeFirstOrThrow()

describe('what a phone hands over', () => {
  it('is kept once, is a task of the office, and shows both values with who and when', async () => {
    const kept = operation()
    const id = await idOf(teacher, kept)
    expect(await idOf(teacher, kept)).toBe(id)
    expect(await taskOf(id)).toMatchObject({ title: 'Verschil van een telefoon beoordelen', done: false })
    const { $, text } = await planner.get(`/outbox/conflicts/view/${id}`)
    const cells = $('.rt-table tr')
      .map((_, row) =>
        $(row)
          .children()
          .toArray()
          .map((cell) => $(cell).text().trim())
          .join(' | '),
      ) // prettier-ignore
      .get()
    expect(cells[0]).toMatch(/^Veld \| .+ op de telefoon, .+ \| Sanne Willems, /)
    expect(cells.slice(1)).toEqual(['Taak | Zegels | Zegels meenemen', 'Voor | 02-01-2030 | 01-01-2030'])
    expect(text).toContain(`/tasks/edit/${app.story.tasks.seal}`)
    expect((await planner.get('/outbox/conflicts')).$(`tr[data-id="${id}"]`)).toHaveLength(1)
  })

  it('is kept without what a database takes in no text', async () => {
    const id = await idOf(
      teacher,
      operation({ fields: [['title\u0000', 'half \ud83d teken\u0000']], label: 'Taak \udc00' }),
    )
    expect((await planner.get(`/outbox/conflicts/view/${id}`)).text).toContain('half \ufffd teken')
  })

  it('is decided about once; its task is ticked off with it, and it stays to be read', async () => {
    const id = await idOf(teacher, operation())
    const settle = (outcome: string) => planner.post('/outbox/conflicts/settle', { id: String(id), outcome })
    expect((await settle('gone')).status).toBe(422)
    expect((await settle('taken')).status).toBeLessThan(300)
    expect((await settle('kept')).status).toBe(409)
    expect((await taskOf(id)).done).toBe(true)
    expect((await planner.get(`/outbox/conflicts/view/${id}`)).text).toContain('Van de telefoon genomen')
    const others = [await idOf(teacher, operation()), await idOf(teacher, operation())]
    const kept = await planner.post('/outbox/conflicts/bulk/keep', { ids: others.map(String) })
    expect([kept.status, kept.text]).toEqual([204, ''])
    const { rows } = await app.pool.query<{ outcome: string }>('select outcome from conflicts where id = any($1) order by id', [[id, ...others]]) // prettier-ignore
    expect(rows.map(({ outcome }) => outcome)).toEqual(['taken', 'kept', 'kept'])
  })

  it('waits for what it was done to on the phone, and is about what that made once it is taken', async () => {
    const token = `eerst-${'a'.repeat(30)}`
    const order = app.story.orders.ofTeacher
    const at = `?visit=${app.story.visits.ofTeacher}`
    const first = operation({ url: `/workday/${order}/found${at}`, label: 'Apparaat gevonden', fields: [['kind', 'new'], ['name', 'Haspel']], stale: null, token }) // prettier-ignore
    const then = operation({ url: `/workday/${order}/found/doneForm${at}`, label: 'Keuring van Haspel', fields: [['device_id', `made-${token}`], ['result', 'approved']], stale: null, needs: [token] }) // prettier-ignore
    const [found, inspected] = [await idOf(teacher, first), await idOf(teacher, then)]
    const shown = async (id: number) => (await planner.get(`/outbox/conflicts/view/${id}`)).$
    const before = await shown(inspected)
    expect([before('[data-conflict-act=taken]').length, before('.note--warning').text()]).toEqual([0, expect.stringContaining('Beslis eerst over: Apparaat gevonden')]) // prettier-ignore
    expect((await shown(found))('.note').text()).toContain('Hierna gedaan: Keuring van Haspel')
    // Another phone that knows the same word changes nothing.
    const strange = await idOf(planner, { ...then, key: 'sleutel-van-een-ander-toestel' })
    await planner.post('/outbox/conflicts/settle', { id: String(found), outcome: 'taken', made: '77' })
    const after = await shown(inspected)
    expect(after('[data-conflict-act=taken]').length).toBe(1)
    expect(JSON.parse(after('[data-conflict]').attr('data-conflict')!)).toMatchObject({ fields: [['device_id', '77'], ['result', 'approved']] }) // prettier-ignore
    expect((await shown(strange))('.note--warning').text()).toContain('Dit hoort bij iets dat niet is opgeslagen')
  })

  it.each([
    ['that is no JSON', 'x{'],
    ['without its key', JSON.stringify({ label: 'x' })],
    ['of another site', () => JSON.stringify(operation({ url: '//elders.example/tasks/edit/1' }))],
    ['to where its user may post nothing', () => JSON.stringify(operation({ url: '/settings/resource/add' }))],
    ['to where nothing is posted', () => JSON.stringify(operation({ url: '/nergens' }))],
    ['with a value that is no text', () => JSON.stringify(operation({ fields: [['title', { a: 1 }]] }))],
  ])('%s is refused', async (_what, sent) => {
    const answer = await teacher.post('/outbox/conflicts', { operation: typeof sent === 'string' ? sent : sent() })
    expect([answer.status, Object.keys(answer.json<object>())]).toEqual([422, ['operation']])
  })

  it('is seen and decided about by who plans alone', async () => {
    const { task } = app.story.conflicts
    for (const who of [teacher, await app.as(ROLE.supervisor)]) {
      expect((await who.get('/outbox/conflicts')).status).toBe(403)
      expect((await who.get(`/outbox/conflicts/view/${task}`)).status).toBe(403)
      expect((await who.post('/outbox/conflicts/settle', { id: String(task), outcome: 'kept' })).status).toBe(403)
    }
  })
})

describe('what is kept of somebody', () => {
  it('goes with the person it is about, tasks and differences and what the history tells of them', async () => {
    const person = await app.db.insertInto('contacts').values({ last_name: 'Verhoef', first_name: 'Ada' }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    await planner.post(`/tasks/add?contact_id=${person.id}`, { title: 'Ada Verhoef bellen', day: '01-02-2030' })
    const id = await idOf(
      planner,
      operation({ url: `/contact/edit/${person.id}`, label: 'Ada Verhoef', fields: [['last_name', 'Zwaluwenburg']] }),
    )
    const administrator = await app.as(ROLE.administrator)
    const told = (await administrator.get(`/privacy/anonymise/${person.id}`)).text
    expect(told).toContain('1 taak')
    expect(told).toContain('1 verschil')
    expect((await administrator.post(`/privacy/anonymise/${person.id}`, { word: 'ANONIMISEREN' })).status).toBe(204)
    const { rows } = await app.pool.query(
      `select id from conflicts where id = ${id} union all select id from tasks where title like 'Ada%'
       union all select id from history where changes::text ~ 'Ada Verhoef|Zwaluwenburg'`,
    )
    expect(rows).toEqual([])
  })

  it('goes a year after it was done or decided', async () => {
    const ids = [await idOf(teacher, operation()), await idOf(teacher, operation()), await idOf(teacher, operation())]
    await app.pool.query(
      `update conflicts set outcome = 'kept', settled_at = now() - (case id when $1 then 13 else 11 end) * interval '1 month'
       where id in ($1, $2)`,
      ids.slice(0, 2),
    )
    await app.pool.query(`update tasks set done = true, done_at = now() - interval '13 months' where id = $1`, [
      app.story.tasks.call,
    ])
    for (const kind of ['tasks', 'conflicts'])
      await app.db.insertInto('retention_terms').values({ kind, months: 12, enabled: true }).execute()
    await runRetention({}, app.services)
    const left = await app.db.selectFrom('conflicts').select('id').where('id', 'in', ids).orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual(ids.slice(1))
    expect(await app.db.selectFrom('tasks').select('id').where('id', '=', app.story.tasks.call).execute()).toEqual([])
  })
})

describe('what differs', () => {
  const label = (name: string) => name
  it('is chosen field by field where what is compared is what was sent, and as a whole elsewhere', () => {
    const { fields, base, stale } = operation() as unknown as Parameters<typeof rowsOf>[0]
    expect(rowsOf({ fields, base, stale }, label).each).toBe(true)
    const title = fields.filter(([name]) => name !== 'day')
    expect(rowsOf({ fields: title, base, stale }, label).each).toBe(false)
    expect(rowsOf({ fields: title, base: [], stale: null }, label)).toEqual({
      rows: [{ name: 'title', label: 'title', mine: 'Zegels', theirs: '', sent: '' }],
      each: false,
    })
  })

  it('is sent again over what was shown, without what the phone had seen', () => {
    const { stale } = operation() as unknown as Parameters<typeof rowsOf>[0]
    const fields: [string, string][] = [
      ['title', 'Zegels'],
      ['seen', 'Zegels meenemen'],
      ['version', '1'],
    ]
    expect(sentAgain({ fields, base: ['seen'], stale })).toEqual([
      ['title', 'Zegels'],
      ['version', '2'],
    ])
  })
})
