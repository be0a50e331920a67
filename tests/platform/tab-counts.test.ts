import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** What the item of a popup says stands behind it, and what the list there counts itself. */
async function counted(browser: Browser, popup: string, item: string, list: string): Promise<[string, string]> {
  const { $ } = await browser.get(popup)
  const own = await browser.get(`${list}&count=1`)
  return [$(`[data-item="${item}"] .n`).text(), /\d+/.exec(own.text)?.[0] ?? '']
}

it('the items of a popup count what their lists hold, for each as far as they see it', async () => {
  const { contacts, companies, appointments } = app.story
  const { rows } = await app.pool.query<{ group_id: number }>('select group_id from appointments where id = $1', [
    appointments.finished,
  ])
  const planner = await app.as(2)
  const supervisor = await app.as(4)
  const person = `/contact/view/${contacts.anouk}`
  const part = `/calendar/view-appointment/${appointments.finished}`
  const cases: [Browser, string, string, string][] = [
    [planner, person, 'certificates', `/certificates?contact_id=${contacts.anouk}`],
    [planner, person, 'documents', `/documents?contact_id=${contacts.anouk}`],
    [planner, person, 'messages', `/messages?contact_id=${contacts.anouk}`],
    [planner, part, 'certificates', `/certificates?group_id=${rows[0]!.group_id}`],
    [planner, part, 'messages', `/messages?appointment_id=${appointments.finished}`],
    [planner, `/company/view/${companies.deLinde}`, 'documents', `/documents?company_id=${companies.deLinde}`],
    [supervisor, person, 'certificates', `/certificates?contact_id=${contacts.anouk}`],
    [supervisor, person, 'documents', `/documents?contact_id=${contacts.anouk}`],
    [supervisor, `/company/view/${companies.deLinde}`, 'documents', `/documents?company_id=${companies.deLinde}`],
  ]
  for (const [browser, popup, item, list] of cases) {
    const [shown, held] = await counted(browser, popup, item, list)
    expect([popup, item, shown]).toEqual([popup, item, held])
  }
})
