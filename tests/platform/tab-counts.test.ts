import { afterAll, beforeAll, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import type { RoleId } from '../../src/platform/access/roles.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { fill } from '../support/example-calls.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** What the item of a popup says stands behind it, and what the list there counts itself. */
async function counted(browser: Browser, popup: string, item: string, list: string): Promise<[string, string]> {
  const { $ } = await browser.get(popup)
  const own = await browser.get(`${list}&count=1`)
  expect($(`[data-item="${item}"]`), item).toHaveLength(1)
  // Nothing to count reads as nothing.
  return [$(`[data-item="${item}"] .n`).text() || '0', /\d+/.exec(own.text)?.[0] ?? '']
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

const popups = manifests
  .flatMap(({ screens }) => screens)
  .filter(({ kind, path }) => kind === 'popup' && path.includes(':'))

/** How many rows the one list of a tab has; nothing where it is no list. */
async function listed(browser: Browser, { $ }: Answer): Promise<string | null> {
  const sheets = $('[data-table] [data-sheet]')
  if (sheets.length !== 1) return null
  const count = sheets.attr('data-count') || (await browser.get(sheets.attr('data-count-url')!)).text
  return count.trim()
}

it.each([2, 4] as RoleId[])('the list in each tab of each popup of role %i is counted as it counts', async (role) => {
  const browser = await app.as(role)
  const told: string[] = []
  const held: string[] = []
  for (const screen of popups) {
    const example = screen.example?.(app.story, role) ?? {}
    const popup = fill(screen.path, example)
    const { status, $ } = await browser.get(popup)
    if (status !== 200) continue
    const numbers = $('[data-item] .n')
      .toArray()
      .map((number) => $(number).text())
    expect(numbers, popup).not.toContain('0')
    for (const item of $('[data-item][data-url]').toArray()) {
      const url = item.attribs['data-url']!
      if (!url.startsWith('/')) continue
      const count = await listed(browser, await browser.get(url))
      const shown = $(item).find('.n').text().trim()
      if (count === null || (shown === '' && count !== '0')) continue
      told.push(`${popup} ${url}: ${shown || '0'}`)
      held.push(`${popup} ${url}: ${count}`)
    }
  }
  expect(told.length).toBeGreaterThanOrEqual(4)
  expect(told).toEqual(held)
})
