import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { askBulk } from '../support/bulk.ts'
import { shownFields } from '../support/example-calls.ts'
import { addPlanning } from '../training/enrolment-support.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  administrator = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

const textOf = ({ $ }: Answer) => $.root().text().replace(/\s+/g, ' ')
const ask = (url: string, ids: number[], choices: Record<string, string>) => askBulk(administrator, url, ids, choices)
let made = 0

interface MadeRoom {
  active?: boolean
  capacity?: number | null
  hired?: boolean
}
async function addRoom({ active = true, capacity = null, hired = false }: MadeRoom = {}): Promise<number> {
  made++
  const { id } = await app.db
    .insertInto('rooms')
    .values({ establishment_id: app.story.establishments.zwolle, name: `proef ${made}.`, active, capacity, hired })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const roomsOf = (ids: number[]) =>
  app.db
    .selectFrom('rooms')
    .select(['id', 'name', 'active', 'capacity', 'hired', 'hire_contact', 'option_until'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()

describe('a bulk action on rooms', () => {
  it('puts them out of use, says which were already, and where something is planned still', async () => {
    const [free, busy, off] = [await addRoom(), await addRoom(), await addRoom({ active: false })]
    const { parts } = await addPlanning(app)
    await app.db.updateTable('appointments').set({ room_id: busy }).where('id', 'in', parts).execute()
    const popup = await administrator.get(`/settings/rooms/bulk/deactivate?ids=${free},${busy},${off}`)
    expect(popup.$('.popup-title').text()).toBe('2 van de 3 lokalen deactiveren')
    const [, second] = await roomsOf([free, busy])
    expect(textOf(popup)).toContain(`Zwolle, ${second!.name} is het komende jaar nog één keer bezet; dat blijft zo.`)
    expect(textOf(popup)).toContain('is al niet in gebruik')
    const saved = await administrator.post('/settings/rooms/bulk/deactivate', shownFields(popup.$))
    expect(saved.trigger.flash?.str).toBe('2 lokalen gedeactiveerd, 1 niet')
    expect((await roomsOf([free, busy])).map(({ active }) => active)).toEqual([false, false])
    await administrator.post(`/undo/${saved.undo!.set}`)
    expect((await roomsOf([free, busy])).map(({ active }) => active)).toEqual([true, true])
  })

  it('changes what belongs to a hire of hired rooms alone', async () => {
    const [own, hired] = [await addRoom(), await addRoom({ hired: true })]
    const { shown, form } = await ask('/settings/rooms/bulk/field', [own, hired], {
      field: 'hire_contact',
      hire_contact: 'Zalencentrum',
    })
    expect(textOf(shown)).toContain('is niet gehuurd')
    expect((await administrator.post('/settings/rooms/bulk/field', form)).status).toBe(204)
    expect((await roomsOf([own, hired])).map(({ hire_contact }) => hire_contact)).toEqual([null, 'Zalencentrum'])
  })

  it('is for administrators, and reads a field as the form of a room does', async () => {
    const id = await addRoom()
    const planner = await app.as(ROLE.scheduler)
    expect((await planner.get(`/settings/rooms/bulk/deactivate?ids=${id}`)).status).toBe(403)
    const url = '/settings/rooms/bulk/field'
    expect((await administrator.get(`${url}?ids=${id}`)).$('[data-form-note]').text()).toBe('Kies een veld.')
    const { form } = await ask(url, [id], { field: 'capacity', capacity: '12' })
    expect((await administrator.post(url, { ...form, capacity: 'veel' })).status).toBe(422)
  })
})

async function addUser(active: boolean, roles: number[]): Promise<number> {
  made++
  const { id } = await app.db
    .insertInto('users')
    .values({ name: `Proefgebruiker ${made}.`, email: `proef${made}@noordkaap.example`, roles, active })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const usersOf = (ids: number[]) =>
  app.db
    .selectFrom('users')
    .select(['id', 'name', 'active', 'blocked', 'active_reason'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
const REASON = 'Project afgelopen'

describe('switching several users off', () => {
  it('asks why first, leaves out who does it, and signs the others out', async () => {
    const me = app.story.users[ROLE.administrator]!
    const other = app.story.users[ROLE.teacher]!
    const teacher = await app.as(ROLE.teacher)
    expect((await teacher.get('/calendar/')).status).toBe(200)
    const url = '/users/bulk/disable'
    const popup = await administrator.get(`${url}?ids=${me},${other}`)
    expect(popup.$('[data-form-note]').text()).toBe('Vul een reden in.')
    expect(textOf(popup)).not.toContain('24 uur ongedaan')
    const { shown, form } = await ask(url, [me, other], { reason: REASON })
    expect(textOf(shown)).toContain('blijft actief: uw eigen account schakelt u niet zelf uit')
    const saved = await administrator.post(url, form)
    expect(saved.trigger.flash?.str).toBe('1 gebruiker uitgeschakeld, 1 niet')
    expect(saved.undo).toBeUndefined()
    expect(await usersOf([other])).toMatchObject([{ active: false, blocked: true, active_reason: REASON }])
    expect((await teacher.get('/calendar/')).status).toBe(401)
    expect(await usersOf([me])).toMatchObject([{ active: true }])
  })

  it('always leaves an administrator, whoever are chosen', async () => {
    const { rows } = await app.pool.query<{ id: number }>('select id from users order by id')
    const { form } = await ask(
      '/users/bulk/disable',
      rows.map(({ id }) => id),
      { reason: REASON },
    )
    expect((await administrator.post('/users/bulk/disable', form)).status).toBe(204)
    const left = await app.pool.query<{ id: number }>('select id from users where active and 1 = any(roles)')
    expect(left.rows).toEqual([{ id: app.story.users[ROLE.administrator] }])
  })

  it('does nothing without a reason, and nothing for who manages no users', async () => {
    const id = await addUser(true, [ROLE.scheduler])
    expect((await administrator.post('/users/bulk/disable', { ids: String(id), reason: ' ' })).status).toBe(422)
    expect(await usersOf([id])).toMatchObject([{ active: true }])
  })
})
