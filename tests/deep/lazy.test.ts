/** Code that loads when a screen asks for it: what is done before it is there is not lost. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstLoad } from '../bench/first-load.ts'
import { addHeldPlanning, resultsOf } from '../training/held-planning.ts'
import { type Page, type Site, addressOf, holdBack, openSite, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const RESULTS = 'public/js/results/results.ts'

async function keepForm() {
  const { page, context, assertNoErrors, close } = await site.visitor(2)
  const letCome = await holdBack(page, 'public/js/calendar/filters.ts')
  await page.goto('/calendar')
  await page.getByRole('button', { name: 'Filters' }).click()
  const popup = topPopup(page)
  const text = popup.locator('input[type=search], input[type=text]').first()
  await text.fill('BHV')
  await text.press('Enter')
  await letCome()
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
  await expect.poll(() => page.locator('.cal-chips').innerText()).toContain('BHV')
  expect(new URL(page.url()).search).toBe('')
  expect(context.pages()).toHaveLength(1)
  assertNoErrors()
  await close()
}

async function askForNothing() {
  const { page, close } = await site.visitor(2)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/contacts')
  await page.locator('[data-rows] tr[data-id]').first().waitFor()
  const { file } = (
    JSON.parse(readFileSync('public/build/.vite/manifest.json', 'utf8')) as Record<string, { file: string }>
  )[RESULTS]!
  expect(asked.filter((path) => path.startsWith('/assets/'))).not.toEqual([])
  expect(asked).not.toContain(`/assets/${file}`)
  await close()
}

describe('the stylesheet of areas', () => {
  const sheets = (page: Page) =>
    page.locator('link[rel=stylesheet]').evaluateAll((links) => links.map((link) => link.getAttribute('href')!))

  it('comes after the agenda, between those that it stands between elsewhere; a popup opened by its address has it at once', async () => {
    const { page, close } = await site.visitor(2)
    const answered = async (path: string) => (await (await page.request.get(path)).text()).split('</head>')[0]!
    const area = /<link rel="stylesheet" href="([^"]*\/areas-[^"]+)"/
    const [, href = ''] = area.exec(await answered('/contacts'))!
    expect(await answered('/calendar')).not.toMatch(area)
    expect(await answered(`/calendar/view-appointment/${site.app.story.appointments.coming}`)).toMatch(area)
    await page.goto('/contacts')
    const elsewhere = await sheets(page)
    expect(elsewhere[1]).toBe(href)
    await page.goto('/calendar')
    await expect.poll(() => sheets(page)).toEqual(elsewhere)
    await close()
  })
})

describe('what the agenda loads first', () => {
  it('is at most 250 kB, compressed', async () => {
    const { cookie } = await site.app.as(2)
    const [total = ''] = (await firstLoad(site.app.url, cookie)).split(' kB')
    expect(Number(total)).toBeGreaterThan(100)
    expect(Number(total)).toBeLessThanOrEqual(250)
  })
})

describe('code that is still on its way', () => {
  it('is waited for by what was clicked and chosen, and by a form; pages that do not need it do not ask for it', async () => {
    await askForNothing()
    await keepForm()
    const planning = await addHeldPlanning(site.app)
    const [anouk, gerrit, bram] = planning.students as [number, number, number]
    const stored = () => resultsOf(site.app, planning.parts[0]!)
    const { page, assertNoErrors, close } = await site.visitor(2)
    const letCome = await holdBack(page, RESULTS)
    await page.goto(`/calendar/results/${planning.parts[0]}`)
    const row = page.locator(`[data-result="${gerrit}-${planning.parts[0]}"]`)
    await row.locator('td:has([data-choice=passed]) [data-choose="0"]').click()
    const all = page.getByRole('button', { name: 'Iedereen aanwezig' })
    await all.click()
    await expect.poll(() => all.getAttribute('aria-busy')).toBe('true')
    await expect.poll(() => stored()).toEqual({ [anouk]: '/', [gerrit]: '/', [bram]: '/' })
    await letCome()
    await expect.poll(stored).toEqual({ [anouk]: '1/', [gerrit]: '1/0', [bram]: '1/' })
    await expect.poll(() => all.getAttribute('aria-busy')).toBeNull()
    assertNoErrors()
    await close()
  })
})

describe('code that cannot be had', () => {
  it('is told of, and comes with the next use', async () => {
    const planning = await addHeldPlanning(site.app)
    const [anouk, gerrit, bram] = planning.students as [number, number, number]
    const { page, close } = await site.visitor(2)
    let fails = true
    await page.route(addressOf(RESULTS), (route) => (fails ? route.abort() : route.continue()))
    await page.goto(`/calendar/results/${planning.parts[0]}`)
    const told = page.locator('.flash', { hasText: 'Een deel van deze pagina kon niet worden geladen.' })
    await told.first().waitFor()
    fails = false
    await page.getByRole('button', { name: 'Iedereen aanwezig' }).click()
    await expect
      .poll(() => resultsOf(site.app, planning.parts[0]!))
      .toEqual({ [anouk]: '1/', [gerrit]: '1/', [bram]: '1/' })
    await close()
  })
})
