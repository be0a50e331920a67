/** Where the day begins for each role, what is told there, and what an owner does with it on a Monday. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { instantOf, today } from '../../src/platform/format/zone.ts'
import { mailDue } from '../../src/system/reports/mailing.job.ts'
import { type Page, type Site, openSite, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const widget = (page: Page, name: string) => page.locator(`[data-widget="${name}"]`)
const FAILED = 'Er ging iets mis met het laden van de data'

describe('the home page', () => {
  it.each([
    [ROLE.administrator, '/today', 'Vandaag'],
    [ROLE.scheduler, '/today', 'Vandaag'],
    [ROLE.teacher, '/today', 'Vandaag'],
    [ROLE.supervisor, '/companies', 'Bedrijven'],
    [ROLE.student, '/my-courses', 'Mijn opleidingen'],
  ])('of role %i is %s', async (role, path, heading) => {
    const { page, assertNoErrors, close } = await site.visitor(role)
    await page.goto('/')
    await page.getByRole('heading', { name: heading }).first().waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    assertNoErrors()
    await close()
  })

  it('draws charts of twelve months, and asks them anew for another year [P-164] [S-184] [S-186] [S-190]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.administrator)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.endsWith('/getData')) asked.push(pathname + search)
    })
    await page.goto('/today')
    for (const name of ['admin_forecast', 'appointments_forecast', 'forecast', 'admin_monthly_income'])
      await widget(page, name).locator('svg text', { hasText: 'mrt' }).waitFor()
    expect(asked.toSorted()).toEqual(['admin_forecast', 'appointments_forecast', 'evaluations', 'forecast'].map((name) => `/widgets/${name}/getData`)) // prettier-ignore
    asked.length = 0
    const year = String(Number(today().slice(0, 4)) - 1)
    await page.locator('[data-widget-filter="year"]').selectOption(year)
    await expect.poll(() => asked.length).toBe(4)
    expect(asked.every((url) => url.endsWith(`?year=${year}`))).toBe(true)
    await widget(page, 'admin_monthly_income').locator('.chart-legend', { hasText: year }).waitFor()
    assertNoErrors()
    await close()
  })

  it('draws the scores of evaluations on an axis from 0 to 100 percent [A-040] [S-189]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.administrator)
    await page.goto('/today')
    const evaluations = widget(page, 'evaluations')
    await evaluations.locator('svg circle').first().waitFor()
    const texts = await evaluations.locator('svg text').allTextContents()
    expect(texts.filter((text) => text.endsWith('%'))).toEqual(['0%', '25%', '50%', '75%', '100%'])
    assertNoErrors()
    await close()
  })

  it('shows what each widget tells, of which one that fails says so alone [S-185] [S-187] [S-188]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.administrator)
    await page.route('**/widgets/money/getView', (route) => route.fulfill({ status: 500, body: 'no' }))
    await page.goto('/today')
    await widget(page, 'money').getByText(FAILED).waitFor()
    await widget(page, 'courses').locator('[data-widget-table] table').nth(1).waitFor()
    await widget(page, 'documents').locator('a[data-figure]').first().waitFor()
    await widget(page, 'admin_monthly_income').locator('svg').waitFor()
    expect(await page.getByText(FAILED).count()).toBe(1)
    await page.unroute('**/widgets/money/getView')
    await widget(page, 'money').getByRole('button', { name: 'Opnieuw' }).click()
    await widget(page, 'money').getByText('Openstaand').waitFor()
    assertNoErrors({ statuses: [500] })
    await close()
  })

  it('looks every 100 ms at how high its widgets are [A-205]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.administrator)
    const now = Date.now()
    await page.clock.install({ time: now })
    await page.goto('/today')
    const income = widget(page, 'admin_monthly_income')
    await income.locator('svg').waitFor()
    await widget(page, 'courses').locator('[data-widget-table] table').nth(1).waitFor()
    await page.clock.pauseAt(now + 60_000)
    const rows = () => income.evaluate((element: HTMLElement) => element.style.gridRowEnd)
    const before = await rows()
    await income.locator('details').evaluate((element: HTMLDetailsElement) => void (element.open = true))
    expect(await rows()).toBe(before)
    await page.clock.runFor(100)
    expect(await rows()).not.toBe(before)
    assertNoErrors()
    await close()
  })

  it('has the widgets that somebody chose, in their order', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.goto('/today')
    await page.getByRole('button', { name: 'Indelen' }).click()
    await page.getByRole('checkbox', { name: 'Documenten' }).uncheck()
    await page.getByRole('button', { name: 'Te doen omhoog' }).click()
    await Promise.all([
      page.waitForEvent('framenavigated'),
      page.getByRole('button', { name: 'Indeling bewaren' }).click(),
    ])
    await widget(page, 'todo').waitFor()
    expect(await page.locator('[data-widget]').first().getAttribute('data-widget')).toBe('todo')
    expect(await widget(page, 'documents').count()).toBe(0)
    assertNoErrors()
    await close()
  })
})

describe('what is new', () => {
  it('is counted, read in a panel and a popup, and read is read [A-016]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.goto('/today')
    await page.locator('[data-release-dot]').waitFor()
    await page.getByRole('button', { name: 'Nieuw in Noordkaap' }).click()
    const panel = page.locator('[data-release-panel]')
    const first = panel.locator('[data-release]').first()
    await first.waitFor()
    const count = await panel.locator('.is-unread').count()
    await first.getByRole('link').click()
    await topPopup(page).locator('[data-release-note]').waitFor()
    await expect.poll(() => page.locator('[data-release-list] .is-unread').count()).toBe(count - 1)
    assertNoErrors()
    await close()
  })
})

describe('an owner on Monday', () => {
  it('makes a report from a list, and has it mailed', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.administrator)
    await page.goto('/contacts?active=yes')
    await page.getByRole('button', { name: 'Rapport maken' }).click()
    await topPopup(page).getByLabel('Naam').fill('Wie er actief is')
    await topPopup(page).getByLabel('Per e-mail').selectOption('day')
    await topPopup(page).getByRole('button', { name: 'Rapport maken' }).click()
    await expect.poll(() => page.locator('dialog.popup[open]').count()).toBe(0)
    await page.goto('/reports')
    await page.getByText('Wie er actief is').click()
    await topPopup(page).getByText('Elke dag om 07:00').waitFor()
    await topPopup(page).getByRole('link', { name: 'Tonen' }).click()
    await page.waitForURL(/\/contacts\?active=yes/)
    const { rows: before } = await site.app.pool.query(`select from mails where subject = 'Rapport: Wie er actief is'`)
    await mailDue(site.app.services, instantOf('2033-05-04', '07:00')!)
    const { rows } = await site.app.pool.query(`select from mails where subject = 'Rapport: Wie er actief is'`)
    expect([before.length, rows.length]).toEqual([0, 1])
    assertNoErrors()
    await close()
  })

  it('makes one quotation of all that expires of a customer', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.administrator)
    await page.goto(`/expiring?company_id=${site.app.story.companies.deLinde}&within=90`)
    const row = page.locator('main [data-rows] tr[data-id]').first()
    await row.locator('[data-menu]').click()
    await page.getByRole('menuitem', { name: 'Eén offerte maken' }).click()
    await topPopup(page).locator('input[name="chosen[]"]:checked').first().waitFor()
    await topPopup(page).getByRole('button', { name: 'Offerte maken' }).click()
    await page.locator('dialog[open][data-record^="quotation:"]').waitFor()
    assertNoErrors()
    await close()
  })
})
