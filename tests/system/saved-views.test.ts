import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { countQueries } from '../support/queries.ts'

let app: TestApp
let planner: Browser
let administrator: Browser
let supervisor: Browser
beforeAll(async () => {
  app = await testApp()
  ;[planner, administrator, supervisor] = await Promise.all([app.as(2), app.as(1), app.as(4)])
})
afterAll(() => app.close())

const add = async (browser: Browser, name: string, query: string, more: Record<string, string> = {}): Promise<number> =>
  (await browser.post('/views/add?page=/contacts', { name, query, ...more })).json<{ id: number }>().id
const tabsOf = ({ $ }: Answer) =>
  $('[data-view-tab]')
    .toArray()
    .map((tab) => $(tab).contents().not('.n, .ic').text().trim())
const openOf = ({ $ }: Answer) => $('[data-view-tab][aria-current]').attr('data-view-tab')
const namesOf = ({ $ }: Answer) =>
  $('tr[data-id] .c-main')
    .toArray()
    .map((cell) => $(cell).text().trim())
const noteOf = ({ $ }: Answer) => $('.views-note').text().trim()
const countsOf = ({ $ }: Answer): Record<string, string> =>
  Object.fromEntries(
    $('[data-view-tab]')
      .toArray()
      .map((tab): [string, string] => [tab.attribs['data-view-tab'] ?? '', $(tab).find('.n').text()]),
  )

describe('a saved view of a list', () => {
  it('shows what its filters and order say, and the address goes before it', async () => {
    const view = await add(planner, 'Docenten van achter', 'role=3&active=yes&sort=-name')
    const shown = await planner.page(`/contacts?view=${view}`)
    expect(namesOf(shown)).toEqual(namesOf(await planner.page('/contacts?role=3&sort=-name')))
    expect(namesOf(shown).length).toBeGreaterThan(1)
    expect(openOf(shown)).toBe(String(view))
    expect(shown.$('[data-table]').attr('data-view-query')).toBe('active=yes&role=3&sort=-name')
    const other = await planner.page(`/contacts?view=${view}&role=5&sort=`)
    expect(namesOf(other)).toEqual(namesOf(await planner.page('/contacts?role=5')))
    // A fragment of it, as a next page is, is the same list.
    expect(namesOf(await planner.get(`/contacts?view=${view}`))).toEqual(namesOf(shown))
  })

  it('takes no page, file or selection from what was saved', async () => {
    const view = await add(planner, 'Raar', 'role=3&export=csv&page=4&onlyGet=1&checkAll=1&embed=1&view=7')
    const shown = await planner.page(`/contacts?view=${view}`)
    expect(namesOf(shown)).toEqual(namesOf(await planner.page('/contacts?role=3')))
  })

  it('has its own number of rows a time', async () => {
    const view = await add(planner, 'Vijftig', 'max_per_page=50')
    const { $ } = await planner.page(`/contacts?view=${view}`)
    expect([$('[data-table]').attr('data-max'), $('[data-page-size] option[selected]').text()]).toEqual(['50', '50'])
  })

  it('of one person alone is nowhere for another, who gets the plain list with a sentence', async () => {
    const view = await add(planner, 'Alleen van mij', 'role=3')
    const other = await administrator.page(`/contacts?view=${view}`)
    expect(other.status).toBe(200)
    expect(noteOf(other)).toMatch(/niet meer met u gedeeld/)
    expect([openOf(other), namesOf(other)]).toEqual(['all', namesOf(await administrator.page('/contacts'))])
    expect(tabsOf(other)).not.toContain('Alleen van mij')
    for (const [url, form] of [
      [`/views/edit/${view}`, { name: 'Van mij', version: '1' }],
      ['/views/save', { id: view, query: '' }],
      ['/views/delete', { id: view }],
    ] as const)
      expect([url, (await administrator.post(url, form)).status]).toEqual([url, 404])
    await planner.post('/views/delete', { id: view })
    expect(noteOf(await planner.page(`/contacts?view=${view}`))).toMatch(/is er niet meer/)
  })

  it('of one person alone is told by no history to another, neither now nor when it is gone', async () => {
    const rows = () =>
      app.db
        .selectFrom('history')
        .select(['id', 'record_id', 'change_set'])
        .where('record_type', '=', 'saved_view')
        .where('actor_id', 'in', [supervisor.userId, administrator.userId])
        .orderBy('id')
        .execute()
    const before = (await rows()).length
    const view = await add(supervisor, 'zwanger-geheim', 'search=zwanger')
    await add(administrator, 'zwanger-beheer', 'search=zwanger')
    const shared = await add(administrator, 'Voor allen', 'role=3', { shared: '1' })
    const gone = await supervisor.post('/views/delete', { id: view })
    const [made, byOther, forAll, deleted] = (await rows()).slice(before)
    const told = async (browser: Browser) => ({
      entries: await Promise.all(
        [made, byOther, forAll, deleted].map(async (row) => (await browser.get(`/logs/view/${row!.id}`)).status),
      ),
      events: (await browser.get(`/events/of/saved_view/${view}`)).$('tr[data-id]').length,
      secrets: (await browser.get('/undo')).text.match(/zwanger-\w+/g) ?? [],
      offers: (await browser.get('/undo')).$(`[data-undo="${(gone.undo as { set: number }).set}"]`).length,
    })
    expect(await told(planner)).toEqual({ entries: [404, 404, 200, 404], events: 0, secrets: [], offers: 0 })
    // Administrators read all that anybody did; what they cannot take back is not offered to them either.
    expect(await told(administrator)).toMatchObject({ entries: [200, 200, 200, 200], events: 2, offers: 0 })
    expect((await supervisor.get('/undo')).text).toContain('zwanger-geheim')
    expect((await supervisor.get('/undo')).$(`[data-undo="${(gone.undo as { set: number }).set}"]`).length).toBe(1)
    await administrator.post('/views/delete', { id: shared })
    expect((await planner.get(`/logs/view/${forAll!.id}`)).status).toBe(200)
    // Of a view whose owner is forgotten nothing is left to judge by.
    await app.owner.pool.query('select mask_history(array(select id from history where record_type = $1 and record_id = $2), $3)', ['saved_view', view, []]) // prettier-ignore
    expect((await planner.get(`/logs/view/${deleted!.id}`)).status).toBe(404)
  })

  it('that no longer fits gives the plain list with a sentence', async () => {
    const view = await add(planner, 'Oud', 'role=987&sort=-name')
    const shown = await planner.page(`/contacts?view=${view}`)
    expect([shown.status, openOf(shown), noteOf(shown)]).toEqual([
      200,
      'all',
      expect.stringContaining('past niet meer bij deze lijst'),
    ])
    expect(countsOf(await planner.get('/contacts?tabs=all'))[String(view)]).toBe('')
    await planner.post('/views/delete', { id: view })
  })

  it('is shared by planners alone, with who sees the list', async () => {
    const view = await add(planner, 'Samen', 'role=3', { shared: '1' })
    expect(tabsOf(await administrator.page('/contacts'))).toContain('Gedeeld: Samen')
    expect(tabsOf(await supervisor.page('/contacts'))).toContain('Gedeeld: Samen')
    // The scope holds in a view of another.
    const everybody = namesOf(await supervisor.page('/contacts'))
    expect(
      namesOf(await supervisor.page(`/contacts?view=${view}`)).filter((name) => !everybody.includes(name)),
    ).toEqual([])
    expect((await supervisor.post('/views/save', { id: view, query: '' })).status).toBe(403)
    const own = await add(supervisor, 'Mijn mensen', 'role=5', { shared: '1' })
    expect(tabsOf(await supervisor.page('/contacts'))).toContain('Mijn mensen')
    expect(tabsOf(await planner.page('/contacts'))).not.toContain('Gedeeld: Mijn mensen')
    expect((await supervisor.get(`/views/edit/${own}`)).$('[name=shared]')).toHaveLength(0)
    const shared = { name: 'Mijn mensen', shared: '1', version: '1' }
    expect((await supervisor.post(`/views/edit/${own}`, shared)).status).toBe(204)
    expect(tabsOf(await planner.page('/contacts'))).not.toContain('Gedeeld: Mijn mensen')
    // What somebody shared may be mended by another planner, and is still shared then.
    expect((await administrator.post(`/views/edit/${view}`, { name: 'Samen beter', version: '1' })).status).toBe(204)
    expect(tabsOf(await planner.page('/contacts'))).toContain('Gedeeld: Samen beter')
  })

  it('is nothing to who does not see the list that it is of', async () => {
    const view = await add(planner, 'Dossier De Vries', 'search=vries', { shared: '1' })
    for (const role of [3, 6]) {
      const guest = await app.as(role)
      const form = { id: view, query: '', by: '1' }
      expect((await guest.get(`/views/edit/${view}`)).status).toBe(404)
      expect((await guest.post(`/views/edit/${view}`, { name: 'Anders', version: 1 })).status).toBe(404)
      for (const what of ['save', 'move', 'delete'])
        expect([role, what, (await guest.post(`/views/${what}`, form)).status]).toEqual([role, what, 404])
    }
    await planner.post('/views/delete', { id: view })
  })

  it('is saved over, moved, deleted and taken back', async () => {
    const [one, two] = [await add(planner, 'Eén', 'role=3'), await add(planner, 'Twee', 'role=4')]
    const order = async () => tabsOf(await planner.page('/contacts')).filter((name) => /^(Eén|Twee)$/.test(name))
    await planner.post('/views/save', { id: one, query: 'role=5' })
    expect(namesOf(await planner.page(`/contacts?view=${one}`))).toEqual(
      namesOf(await planner.page('/contacts?role=5')),
    )
    await planner.post('/views/move', { id: two, by: -1 })
    expect(await order()).toEqual(['Twee', 'Eén'])
    // In front of the own ones stand those that are shared, which is no place for it.
    const places = () =>
      app.db
        .selectFrom('saved_views')
        .select(['id', 'position'])
        .where('page', '=', '/contacts')
        .orderBy('id')
        .execute()
    await add(planner, 'Vooraan', 'role=2', { shared: '1' })
    const before = await places()
    const first = tabsOf(await planner.page('/contacts')).findIndex((name) => name === 'Gedeeld: Vooraan') + 1
    const { $ } = await planner.page('/contacts')
    const front = Number($('[data-view-tab]').eq(first).attr('data-view-tab'))
    expect((await planner.post('/views/move', { id: front, by: -1 })).undo).toBeUndefined()
    expect(await places()).toEqual(before)
    const renamed = { name: 'Een', version: '1' }
    expect((await planner.post(`/views/edit/${one}`, renamed)).status).toBe(409)
    const gone = await planner.post('/views/delete', { id: two })
    expect(await order()).toEqual(['Eén'])
    await planner.post(`/undo/${(gone.undo as { set: number }).set}`, {})
    expect(await order()).toEqual(['Twee', 'Eén'])
  })

  it('opens the list of who chose it to begin with, until they ask for all', async () => {
    const view = await add(planner, 'Mijn begin', 'role=3')
    const first = (value: string) => planner.prefer('view-contacts', value)
    await first(String(view))
    const shown = await planner.page('/contacts')
    expect([openOf(shown), namesOf(shown)]).toEqual([
      String(view),
      namesOf(await planner.page(`/contacts?view=${view}`)),
    ])
    expect(shown.$('[data-view-tab=all]').attr('href')).toBe('/contacts?view=all')
    expect(openOf(await planner.page('/contacts?view=all'))).toBe('all')
    // An address with filters of its own says what it wants.
    expect(openOf(await planner.page('/contacts?role=5'))).toBe('all')
    await first('all')
    expect([
      openOf(await planner.page('/contacts')),
      (await planner.page('/contacts')).$('[data-view-tab=all]').attr('href'),
    ]).toEqual(['all', '/contacts'])
    await first(String(view))
    await planner.post('/views/delete', { id: view })
    const after = await planner.page('/contacts')
    expect([openOf(after), noteOf(after)]).toEqual(['all', ''])
  })

  it('comes with the list too, for whom it is meant', async () => {
    const shown = await planner.page('/contacts?view=teachers')
    expect([openOf(shown), namesOf(shown)]).toEqual(['teachers', namesOf(await planner.page('/contacts?role=3'))])
    expect(tabsOf(await supervisor.page('/contacts'))).not.toContain('Docenten')
    expect(noteOf(await supervisor.page('/contacts?view=teachers'))).toMatch(/niet meer met u gedeeld/)
  })
})

describe('the views of a list', () => {
  it('are at most thirty of somebody, and thirty that are shared', async () => {
    await app.db
      .insertInto('saved_views')
      .values(
        Array.from({ length: 29 }, (_, i) => ({
          ...{ page: '/companies', name: `Nummer ${i}`, owner_id: administrator.userId!, query: '', position: i },
        })),
      )
      .execute()
    const one = (more: object = {}) =>
      administrator.post('/views/add?page=/companies', { name: 'Nog één', query: '', ...more })
    expect((await one()).status).toBe(200)
    const refused = await one()
    expect([refused.status, refused.json()]).toEqual([
      422,
      { name: ['Er zijn al 30 weergaven van deze lijst. Verwijder er eerst één.'] },
    ])
    const shared = await one({ shared: '1' })
    expect(shared.status).toBe(200)
    await administrator.post('/views/delete', shared.json<{ id: number }>())
  })
})

describe('the views of somebody who is anonymised', () => {
  it('go, but for those that were shared', async () => {
    const contact_id = await addContact(app.db, { roles: [2] })
    const { id: owner_id } = await app.db
      .insertInto('users')
      .values({ contact_id, email: 'weg@post.example', name: 'Weg', roles: [2] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const view = { page: '/courses', owner_id, query: '', position: 1 }
    await app.db
      .insertInto('saved_views')
      .values([
        { ...view, name: 'Van mij', shared: false },
        { ...view, name: 'Van ons', shared: true },
      ])
      .execute()
    const answer = await administrator.post(`/privacy/anonymise/${contact_id}`, { word: 'anonimiseren' })
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(tabsOf(await planner.page('/courses'))).toEqual(['Alle', 'Gedeeld: Van ons'])
    const left = app.db.selectFrom('saved_views').select('name').where('owner_id', '=', owner_id)
    expect(await left.execute()).toEqual([{ name: 'Van ons' }])
  })
})

describe('the tabs of a list', () => {
  it('come with the counts of all views by two queries, however many views', async () => {
    await planner.get('/contacts?tabs=all')
    const few = await countQueries(app, () => planner.get('/contacts?tabs=all'))
    for (const name of ['A', 'B', 'C', 'D']) await add(planner, name, 'role=5')
    const counts = countsOf(await planner.get('/contacts?tabs=all'))
    const many = await countQueries(app, () => planner.get('/contacts?tabs=all'))
    expect([few, many]).toEqual([2, 2])
    expect(counts.all).toBe((await planner.get('/contacts?count=1')).text)
    expect(counts.teachers).toBe((await planner.get('/contacts?role=3&count=1')).text)
  })

  it('stand above lists that can be filtered, each with its own', async () => {
    expect(tabsOf(await planner.page('/companies'))).toEqual(['Alle'])
    expect((await planner.page('/companies')).$('[data-view-add]').length).toBeGreaterThan(0)
    expect((await planner.get('/contacts')).$('[data-views]')).toHaveLength(0)
    expect((await planner.get('/contacts?view=teachers&switch=1')).$('[data-list] [data-views]')).toHaveLength(1)
  })

  it('are of pages that the viewer may see', async () => {
    const student = await app.as(5)
    for (const page of ['/companies', '/nergens', '/contact/add', '/contact/view/1'])
      expect([page, (await student.get(`/views?page=${page}`)).status]).toEqual([page, 404])
  })
})
