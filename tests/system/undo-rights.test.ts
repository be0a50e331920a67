import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Answer, type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'
import { shownFields } from '../support/example-calls.ts'

let app: TestApp
let administrator: Browser
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

/** The change set of a save that went well. */
async function done(answer: Promise<Answer>): Promise<number> {
  const { status, text, undo } = await answer
  expect([status < 300, text]).toEqual([true, expect.any(String)])
  return undo!.set
}
const undo = (set: number, browser = planner) => browser.post(`/undo/${set}`)
async function edit(id: number, values: Record<string, FormValue>, browser = administrator) {
  const form = shownFields((await browser.get(`/contact/edit/${id}`)).$)
  return done(browser.post(`/contact/edit/${id}`, { ...form, ...values }))
}
const contactOf = (id: number) =>
  app.db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const accountOf = (id: number) =>
  app.db.selectFrom('users').select(['roles', 'email', 'active']).where('contact_id', '=', id).executeTakeFirst()
/** What a person is called to be, and what their account lets them do. */
const rolesOf = async (id: number) => [(await contactOf(id)).roles, (await accountOf(id))?.roles]

let colleagues = 0
/** Somebody with these roles and an account, made by an administrator. */
async function addColleague(roles: number[]): Promise<number> {
  const email = `collega${++colleagues}@noordkaap.example`
  const form = { last_name: `Collega${colleagues}`, email, gets_account: '1', 'roles[]': roles }
  return (await administrator.post('/contact/add', form)).json<{ id: number }>().id
}

describe('a planner who takes back what an administrator did', () => {
  it.each([ROLE.administrator, ROLE.scheduler])('gives and takes nobody the role of the office %i', async (role) => {
    const dismissed = await addColleague([role, ROLE.teacher])
    const taken = await edit(dismissed, { 'roles[]': [ROLE.teacher] })
    expect((await undo(taken)).status).toBe(409)
    expect(await rolesOf(dismissed)).toEqual([[ROLE.teacher], [ROLE.teacher]])
    const appointed = await addColleague([ROLE.teacher])
    const given = await edit(appointed, { 'roles[]': [role, ROLE.teacher] })
    expect((await undo(given)).status).toBe(409)
    expect(await rolesOf(appointed)).toEqual([
      [role, ROLE.teacher],
      [role, ROLE.teacher],
    ])
    expect((await undo(given, administrator)).status).toBe(204)
    expect(await rolesOf(appointed)).toEqual([[ROLE.teacher], [ROLE.teacher]])
  })

  it('gives back no role of the office that was taken from many at once', async () => {
    const dismissed = await addColleague([ROLE.scheduler, ROLE.teacher])
    const form = { ids: String(dismissed), role: ROLE.scheduler, give: '0' }
    const set = await done(administrator.post('/contacts/bulk/role', form))
    expect((await undo(set)).status).toBe(409)
    expect(await rolesOf(dismissed)).toEqual([[ROLE.teacher], [ROLE.teacher]])
  })

  it.each([ROLE.scheduler, ROLE.teacher])('changes no address that somebody with role %i signs in by', async (role) => {
    const colleague = await addColleague([role])
    const email = `nieuw${role}@noordkaap.example`
    const set = await edit(colleague, { email })
    expect((await undo(set)).status).toBe(409)
    expect((await accountOf(colleague))?.email).toBe(email)
  })

  it('leaves the data of administrators alone, and whether they can sign in', async () => {
    const colleague = await addColleague([ROLE.administrator])
    const set = await edit(colleague, { city: 'Deventer' })
    expect((await undo(set)).status).toBe(409)
    expect((await contactOf(colleague)).city).toBe('Deventer')
    const off = await done(administrator.post('/contact/disable', { id: colleague }))
    expect((await undo(off)).status).toBe(409)
    expect((await accountOf(colleague))?.active).toBe(false)
  })

  it('is not told of what only an administrator may do', async () => {
    const form = shownFields((await administrator.get('/settings/organisation')).$)
    const set = await done(administrator.post('/settings/organisation', { ...form, name: 'Geheime naam' }))
    const offers = async (browser: Browser) => (await browser.get('/undo')).$(`[data-undo="${set}"]`).length
    expect([await offers(administrator), await offers(planner)]).toEqual([1, 0])
    expect((await planner.get('/undo')).text).not.toContain('Geheime naam')
    expect((await undo(set)).status).toBe(403)
  })

  it('takes no new account of the office away', async () => {
    const form = { last_name: 'Nieuw', email: 'aangenomen@noordkaap.example', gets_account: '1' }
    const set = await done(administrator.post('/contact/add', { ...form, 'roles[]': [ROLE.scheduler] }))
    expect((await undo(set)).status).toBe(409)
    expect((await undo(set, administrator)).status).toBe(204)
  })
})

describe('a planner', () => {
  it('takes back what planners may do with accounts, each with its contact', async () => {
    const form = { last_name: 'Docent', email: 'tijdelijk@noordkaap.example', gets_account: '1' }
    const added = await done(planner.post('/contact/add', { ...form, 'roles[]': [ROLE.teacher] }))
    expect((await undo(added)).status).toBe(204)
    const colleague = await addColleague([ROLE.teacher, ROLE.student])
    const set = await edit(colleague, { 'roles[]': [ROLE.student] }, planner)
    expect((await undo(set)).status).toBe(204)
    expect(await rolesOf(colleague)).toEqual([
      [ROLE.teacher, ROLE.student],
      [ROLE.teacher, ROLE.student],
    ])
  })

  it('puts nobody out of use who is planned since, and no company', async () => {
    const student = await addColleague([ROLE.student])
    await done(planner.post('/contact/disable', { id: student }))
    const enabled = await done(planner.post('/contact/disable', { id: student }))
    const { id: company } = (await planner.post('/company/add', { name: 'Weer open' })).json<{ id: number }>()
    await done(planner.post('/company/disable', { id: company }))
    const reopened = await done(planner.post('/company/disable', { id: company }))
    await app.db.updateTable('contacts').set({ company_id: company }).where('id', '=', student).execute()
    await done(planner.post(`/calendar/enroll/${app.story.appointments.coming}/0`, { 'students[]': [student] }))
    expect((await undo(enabled)).json()).toEqual({ message: expect.stringContaining('1 inschrijving') as string })
    expect([(await contactOf(student)).active, (await accountOf(student))?.active]).toEqual([true, true])
    expect((await undo(reopened)).status).toBe(409)
  })

  it('leaves the notes of others as they wrote them', async () => {
    const at = `company/${app.story.companies.deLinde}`
    const written = await done(administrator.post(`/notes/create/${at}`, { body: 'Van mij' }))
    expect((await undo(written)).status).toBe(409)
    const { id, version } = await app.db
      .selectFrom('notes')
      .select(['id', 'version'])
      .where('body', '=', 'Van mij')
      .executeTakeFirstOrThrow()
    const changed = await done(administrator.post(`/notes/edit/${id}`, { body: 'Nog van mij', version }))
    expect((await undo(changed)).status).toBe(409)
    expect((await undo(changed, administrator)).status).toBe(204)
    const gone = await done(administrator.post('/notes/delete', { id }))
    expect((await undo(gone)).status).toBe(204)
    expect(await app.db.selectFrom('notes').select('body').where('id', '=', id).execute()).toEqual([
      { body: 'Van mij' },
    ])
    const own = await done(planner.post(`/notes/create/${at}`, { body: 'Van een planner' }))
    expect((await undo(own)).status).toBe(204)
  })
})
