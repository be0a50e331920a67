import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'

let app: TestApp
let planner: Browser
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  ;[planner, administrator] = await Promise.all([app.as(2), app.as(1)])
})
afterAll(() => app.close())

const add = async (browser: Browser, name: string, query: string, more: Record<string, string> = {}): Promise<number> =>
  (await browser.post('/views/add?page=/calendar', { name, query, ...more })).json<{ id: number }>().id
const seenOf = ({ $ }: Answer) => (JSON.parse($('[data-island="calendar"]').attr('data-props') ?? '{}') as { seen?: unknown }).seen // prettier-ignore
const openOf = ({ $ }: Answer) => $('[data-view-tab][aria-current]').attr('data-view-tab')
const keysOf = ({ $ }: Answer) =>
  $('[data-view-tab]')
    .toArray()
    .map((tab) => $(tab).attr('data-view-tab'))
const week = { view: 'w', filters: { values: { status: 'planned' }, names: { status: 'Gepland' } } }
const WEEK = 'name.status=Gepland&status=planned&type=w'

describe('a saved view of the calendar', () => {
  it('opens with its kind of view and its filters by name; what the address says besides goes before it', async () => {
    const view = await add(planner, 'Geplande week', `${WEEK}&page=3&from=1&unknown=5`)
    const shown = await planner.page(`/calendar?view=${view}`)
    expect([seenOf(shown), openOf(shown)]).toEqual([week, String(view)])
    expect(shown.$(`[data-view-tab="${view}"]`).attr('data-view-query')).toBe(WEEK)
    const other = await planner.page(`/calendar?view=${view}&type=d&status=&name.status=`)
    expect(seenOf(other)).toEqual({ view: 'd', filters: { values: {}, names: {} } })
  })

  it('leaves the calendar as it was left where none is asked for, and where it is plain', async () => {
    for (const path of ['/calendar', '/calendar?view=all']) {
      const shown = await planner.page(path)
      expect([seenOf(shown), openOf(shown)]).toEqual([undefined, 'all'])
    }
  })

  it('of one person alone is nowhere for another, who reads why; what is shared is everybody’s', async () => {
    const own = await add(planner, 'Van mij', WEEK)
    const other = await administrator.page(`/calendar?view=${own}`)
    expect([other.status, openOf(other), seenOf(other)]).toEqual([200, 'all', undefined])
    expect(other.$('.views-note').text()).toMatch(/niet meer met u gedeeld/)
    const shared = await add(planner, 'Van ons', WEEK, { shared: '1' })
    expect(keysOf(await administrator.get('/calendar/views'))).toContain(String(shared))
    expect(keysOf(await administrator.get('/calendar/views'))).not.toContain(String(own))
    expect(seenOf(await administrator.page(`/calendar?view=${shared}`))).toEqual(week)
  })

  it('is left for an address that asks for somebody by id alone, which shows who that is', async () => {
    const { anouk } = app.story.contacts
    const chosen = { instructor_id: String(anouk), course_id: '999999999', company_id: '99999999999' }
    const told = seenOf(await planner.page(`/calendar?view=all&${new URLSearchParams(chosen).toString()}`))
    const names = { ...chosen, instructor_id: 'Anouk van der Linden' }
    expect(told).toEqual({ filters: { values: chosen, names } })
    // Who may not see somebody does not read how they are called.
    const values = { instructor_id: String(await addContact(app.db)) }
    const teacher = await app.as(3)
    const hidden = seenOf(await teacher.page(`/calendar?view=all&${new URLSearchParams(values).toString()}`))
    expect(hidden).toEqual({ filters: { values, names: values } })
  })

  it('is how the calendar begins for who chose that, unless another is asked for', async () => {
    const view = await add(planner, 'Zo begin ik', WEEK)
    await planner.prefer('view-calendar', String(view))
    expect(openOf(await planner.page('/calendar'))).toBe(String(view))
    expect(seenOf(await planner.page('/calendar?view=all'))).toBeUndefined()
    await planner.post('/views/delete', { id: view })
    const without = await planner.page('/calendar')
    expect([openOf(without), without.$('.views-note').length]).toEqual(['all', 0])
  })
})
