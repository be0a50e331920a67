/** What somebody has to do by a day: by itself or about a record, by whom, and what becomes of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { addTask } from '../../src/system/tasks/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
let teacher: Browser
beforeAll(async () => {
  app = await testApp()
  ;[planner, teacher] = await Promise.all([app.as(ROLE.scheduler), app.as(ROLE.teacher)])
})
afterAll(() => app.close())

const titlesOf = async (who: Browser, query = '') => {
  const { $ } = await who.get(`/tasks${query}`)
  return $('tr[data-id] .cell-main, tr[data-id] td:nth-child(2)')
    .map((_, cell) => $(cell).text().trim())
    .get()
    .join(' | ')
}
const add = async (who: Browser, form: object, query = '') => {
  const answer = await who.post(`/tasks/add${query}`, { day: '01-02-2030', ...form })
  expect(answer.status).toBe(200)
  return answer.json<{ id: number }>().id
}
const rowOf = (id: number) => app.db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a task', () => {
  it('is about a record, and stands in its list and in what is still to be done for it', async () => {
    const { twente } = app.story.companies
    const id = await add(planner, { title: 'Sleutel ophalen', note: 'Bij de receptie' }, `?company_id=${twente}`)
    expect(await rowOf(id)).toMatchObject({ kind: 'own', object_type: 'company', object_id: twente, user_id: null })
    expect((await planner.get(`/company/view/${twente}`)).text).toContain('Sleutel ophalen')
    const form = await planner.get(`/tasks/edit/${id}`)
    expect(form.$(`a[href="/company/view/${twente}"]`)).toHaveLength(1)
    expect(await titlesOf(planner, `?company_id=${twente}`)).toContain('Sleutel ophalen')
    const answer = await planner.post(`/tasks/edit/${id}`, { title: 'Sleutel ophalen', day: '01-02-2030', done: 'on', version: 1 }) // prettier-ignore
    expect(answer.trigger.changed?.items).toEqual([
      { type: 'task', id },
      { type: 'company', id: twente },
    ])
    expect(await rowOf(id)).toMatchObject({ done: true, done_by: app.story.users[ROLE.scheduler] })
    expect((await planner.get(`/company/view/${twente}`)).text).not.toContain('Sleutel ophalen')
    // It is taken back as anything else.
    expect((await planner.get(`/tasks?done=yes`)).text).toContain('Sleutel ophalen')
  })

  it('is of who has to do it: a teacher has the own ones, and gives nobody else any', async () => {
    const other = await add(planner, { title: 'Van kantoor' })
    const own = await add(teacher, { title: 'Van mij', user_id: String(app.story.users[ROLE.scheduler]) })
    expect((await rowOf(own)).user_id).toBe(app.story.users[ROLE.teacher])
    const list = (await teacher.get('/tasks')).text
    expect(list).toContain('Van mij')
    expect(list).toContain('Zegels meenemen')
    expect(list).not.toContain('Van kantoor')
    expect((await teacher.get(`/tasks/edit/${other}`)).status).toBe(404)
    expect((await teacher.post('/tasks/bulk/done', { ids: String(own) })).status).toBe(403)
    expect((await planner.get('/tasks')).text).toContain('Van mij')
    expect((await (await app.as(ROLE.supervisor)).get('/tasks')).status).toBe(403)
  })

  it('that follows from something else is there once while it is open', async () => {
    const of = { type: 'device', id: app.story.devices.loose }
    const made = () =>
      inTransaction(app.db, null, (trx) =>
        addTask(trx, { title: 'Storing gemeld', kind: 'fault', of, day: '2020-01-01' }),
      )
    const [first, second] = await Promise.all([made(), made()])
    expect(second).toBe(first)
    // It asks attention from its day on, with how many stand behind it.
    const due = (await planner.get('/attention')).$('a[href="/tasks?done=no&due=now"]')
    expect(due.text()).toContain('1 taak')
    expect((await planner.post('/tasks/bulk/done', { ids: String(first) })).status).toBeLessThan(300)
    expect((await rowOf(first)).done).toBe(true)
    expect((await planner.get('/attention')).$('a[href="/tasks?done=no&due=now"]')).toHaveLength(0)
    expect(await made()).not.toBe(first)
  })

  it('goes with its record, and with the person it is about', async () => {
    const { rows } = await app.owner.pool.query<{ id: number }>(
      `insert into contacts (last_name) values ('Weg') returning id`,
    )
    const id = await add(planner, { title: 'Weg bellen' }, `?contact_id=${rows[0]!.id}`)
    await app.owner.pool.query('delete from contacts where id = $1', [rows[0]!.id])
    expect(await app.db.selectFrom('tasks').select('id').where('id', '=', id).execute()).toEqual([])
  })

  it.each([
    ['without a title', { title: '' }, 'title'],
    ['without a day', { title: 'x', day: '' }, 'day'],
    ['too long', { title: 'x'.repeat(201) }, 'title'],
  ])('%s is refused on its field', async (_what, form, field) => {
    const answer = await planner.post('/tasks/add', { day: '01-02-2030', ...form })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.json<object>())).toEqual([field])
  })
})
