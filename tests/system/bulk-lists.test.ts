import fc from 'fast-check'
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

  it('comes to what it showed, whatever is asked of whichever', { timeout: 600_000 }, async () => {
    const room = fc.record({
      active: fc.boolean(),
      capacity: fc.constantFrom(null, 8, 12),
      hired: fc.boolean(),
    })
    const asked = fc.constantFrom(
      { what: 'deactivate', choices: {} },
      { what: 'field', choices: { field: 'capacity', capacity: '12' } },
      { what: 'field', choices: { field: 'capacity', capacity: '' } },
      { what: 'field', choices: { field: 'option_until', option_until: '01-03-2030' } },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(room, { minLength: 1, maxLength: 5 }), asked, async (rooms, { what, choices }) => {
        const ids: number[] = []
        for (const one of rooms) ids.push(await addRoom(one))
        const before = await roomsOf(ids)
        const url = `/settings/rooms/bulk/${what}`
        const { shown, form } = await ask(url, ids, choices)
        const does = shown.$('section').has('h3').first().text()
        const going = before.filter(({ name }) => does.includes(name)).map(({ id }) => id)
        const saved = await administrator.post(url, form)
        expect(saved.status).toBe(going.length === 0 ? 422 : 204)
        const after = await roomsOf(ids)
        const changed = before.filter((row, i) => JSON.stringify(row) !== JSON.stringify(after[i])).map(({ id }) => id)
        expect(changed).toEqual(going)
        if (saved.undo) await administrator.post(`/undo/${saved.undo.set}`)
        expect(await roomsOf(ids)).toEqual(before)
      }),
      { numRuns: 30 },
    )
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

  it('comes to what it showed, whoever is chosen', { timeout: 600_000 }, async () => {
    const user = fc.record({ active: fc.boolean(), isAdministrator: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(user, { minLength: 1, maxLength: 5 }), fc.boolean(), async (users, withMe) => {
        const ids: number[] = []
        for (const { active, isAdministrator } of users)
          ids.push(await addUser(active, [isAdministrator ? ROLE.administrator : ROLE.scheduler]))
        if (withMe) ids.unshift(app.story.users[ROLE.administrator]!)
        const before = await usersOf(ids)
        const { shown, form } = await ask('/users/bulk/disable', ids, { reason: REASON })
        const does = shown.$('section').has('h3').first().text()
        const going = before.filter(({ name }) => does.includes(name)).map(({ id }) => id)
        const saved = await administrator.post('/users/bulk/disable', form)
        expect(saved.status).toBe(going.length === 0 ? 422 : 204)
        const after = await usersOf(ids)
        expect(before.filter((row, i) => row.active !== after[i]!.active).map(({ id }) => id)).toEqual(going)
      }),
      { numRuns: 30 },
    )
  })
})
