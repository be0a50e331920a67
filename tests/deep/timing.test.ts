/** The milliseconds of the contract, on a clock that stands still until it is moved. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Page, type Site, openSite, rows, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite({ gallery: true })
})
afterAll(() => site.close())

/** Opens a page, and stops its clock when everything it loads by itself is there. */
const frozen = async (path: string, ready: (page: Page) => Promise<unknown>) => {
  const visitor = await site.visitor(2)
  const { page } = visitor
  await page.clock.install()
  await page.goto(path)
  await ready(page)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2000)
  return { ...visitor, clock: page.clock }
}
const frozenGallery = () => frozen('/gallery', (page) => page.locator('.phead').waitFor())
const frozenContacts = () => frozen('/contacts', (page) => rows(page).first().waitFor())

/** Addresses asked for, each without its origin. */
const requestsTo = (page: Page, part: string) => {
  const urls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(part)) urls.push(request.url())
  })
  return urls
}
const flash = (page: Page, text: string) =>
  page.evaluate((detail) => document.dispatchEvent(new CustomEvent('flash', { detail })), {
    str: text,
    type: 'success',
  })

describe('flash messages', () => {
  it('stand at the top and close after 3000 ms [P-093][P-094][S-013]', async () => {
    const { page, clock, close } = await frozenGallery()
    await flash(page, 'Opgeslagen')
    const message = page.locator('.flash', { hasText: 'Opgeslagen' })
    expect((await message.boundingBox())!.y).toBeLessThan(80)
    await clock.runFor(2990)
    await expect.poll(() => message.count()).toBe(1)
    await clock.runFor(10)
    await expect.poll(() => message.count()).toBe(0)
    await close()
  })

  it('said again stand once, and the last counts for how long', async () => {
    const { page, clock, close } = await frozenGallery()
    await flash(page, 'Bewaard')
    await flash(page, 'Iets anders')
    await clock.runFor(2000)
    await flash(page, 'Bewaard')
    await expect.poll(() => page.locator('.flash').allInnerTexts()).toEqual(['Iets anders', 'Bewaard'])
    await clock.runFor(2000)
    await expect.poll(() => page.locator('.flash').allInnerTexts()).toEqual(['Bewaard'])
    await close()
  })

  it('of more than 200 characters stay until they are closed [P-095]', async () => {
    const { page, clock, close } = await frozenGallery()
    await flash(page, 'a'.repeat(200))
    await flash(page, 'b'.repeat(201))
    await clock.runFor(60_000)
    await expect.poll(() => page.locator('.flash').allInnerTexts()).toEqual(['b'.repeat(201)])
    await page.getByRole('button', { name: 'Melding sluiten' }).click()
    await expect.poll(() => page.locator('.flash').count()).toBe(0)
    await close()
  })
})

describe('a popup', () => {
  it('opens when its content is there, appears in 500 ms, and is deleted 500 ms after it closed [P-147][P-148][P-150]', async () => {
    const { page, clock, close } = await frozenGallery()
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/gallery/secured', async (route) => {
      await held
      await route.continue()
    })
    await Promise.all([
      page.waitForRequest('**/gallery/secured'),
      page.getByRole('link', { name: '/gallery/secured' }).click(),
    ])
    // On a slow line a sign of it comes first, which screen readers are told.
    const sign = page.getByRole('status').filter({ hasText: 'Bezig met laden' })
    await clock.runFor(140)
    await expect.poll(() => sign.count()).toBe(0)
    await clock.runFor(10)
    await expect.poll(() => sign.isVisible()).toBe(true)
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
    release()
    const popup = page.locator('dialog.popup')
    await popup.waitFor()
    await expect.poll(() => sign.count()).toBe(0)
    await expect.poll(() => popup.locator('input[name=note]').count()).toBe(1)
    await clock.runFor(490)
    await expect.poll(() => popup.getAttribute('class')).not.toContain('is-open')
    await clock.runFor(10)
    await expect.poll(() => popup.getAttribute('class')).toContain('is-open')
    await popup.dispatchEvent('popup-close')
    await expect.poll(() => popup.getAttribute('open')).toBeNull()
    await clock.runFor(490)
    await expect.poll(() => popup.count()).toBe(1)
    await clock.runFor(10)
    await expect.poll(() => popup.count()).toBe(0)
    await close()
  })

  it('scrolls from step to step in 500 ms [P-035]', async () => {
    const { page, clock, close } = await frozen('/gallery/wizard', (ready) => topPopup(ready).waitFor())
    const track = topPopup(page).locator('[data-steps-track]')
    const scrolled = () => track.evaluate((box) => box.scrollLeft)
    await topPopup(page).getByRole('button', { name: 'Volgende' }).click()
    await topPopup(page).locator('input[name=plaats]').waitFor({ state: 'attached' })
    const width = await track.evaluate((box) => box.clientWidth)
    await clock.runFor(250)
    expect(await scrolled()).toBeGreaterThan(width * 0.2)
    expect(await scrolled()).toBeLessThan(width * 0.8)
    await clock.runFor(200)
    expect(await scrolled()).toBeLessThan(width)
    await clock.runFor(70)
    expect(await scrolled()).toBe(width)
    await close()
  })

  it('sets its tabs up 500 ms after they came in [P-254]', async () => {
    const { page, clock, close } = await frozenGallery()
    await page.getByRole('link', { name: '/gallery/menu' }).click()
    const item = topPopup(page).locator('[data-item=all]')
    await item.waitFor()
    await item.evaluate((link) => (link.tabIndex = -1))
    await clock.runFor(480)
    await expect.poll(() => item.getAttribute('tabindex')).toBe('-1')
    await clock.runFor(40)
    await expect.poll(() => item.getAttribute('tabindex')).toBe('0')
    await close()
  })
})

describe('what waits for more input', () => {
  it('is the search of a table for 500 ms, another filter for 10 ms [P-248][P-249]', async () => {
    const { page, clock, close } = await frozenContacts()
    const asked = requestsTo(page, '/contacts?')
    const search = page.locator('input[name=search]').first()
    await search.pressSequentially('li')
    await clock.runFor(490)
    await search.press('n')
    await clock.runFor(490)
    expect(asked).toEqual([])
    await Promise.all([page.waitForRequest(/search=lin\b/), clock.runFor(20)])
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Rol' }).click()
    const choice = page.getByRole('dialog', { name: 'Rol' }).getByRole('checkbox').first()
    await choice.waitFor()
    asked.length = 0
    await choice.click()
    await clock.runFor(8)
    expect(asked).toEqual([])
    await Promise.all([page.waitForRequest(/\/contacts\?/), clock.runFor(10)])
    await close()
  })

  it('is the search of a selector for 300 ms, not at all when it opens; answers hold for 1000 ms [P-250][P-251]', async () => {
    const { page, clock, close } = await frozen('/gallery/selectors', (ready) => topPopup(ready).waitFor())
    const asked = requestsTo(page, 'specialSelectorSearch')
    const button = topPopup(page).locator('.sel-btn').first()
    await button.hover()
    await Promise.all([page.waitForRequest(/specialSelectorSearch\?v=&/), button.click()])
    const field = page.locator('.sel-drop:visible').getByPlaceholder('Zoeken...')
    asked.length = 0
    await field.pressSequentially('lin')
    await clock.runFor(280)
    expect(asked).toEqual([])
    await Promise.all([page.waitForRequest(/specialSelectorSearch\?v=lin&/), clock.runFor(30)])
    // Only an answer that has come is held: another search gives up one under way.
    await page.locator('.is-loading-options').waitFor({ state: 'detached' })
    const again = async (text: string, ms: number) => {
      await field.fill(text)
      await clock.runFor(ms)
      return asked.filter((url) => url.includes('v=lin&')).length
    }
    await again('linx', 310)
    expect(await again('lin', 310)).toBe(1)
    await again('linx', 500)
    expect(await again('lin', 310)).toBe(2)
    await close()
  })

  it('is the global search for 500 ms; an empty text asks nothing [P-253][P-158]', async () => {
    const { page, clock, close } = await frozenGallery()
    const asked = requestsTo(page, 'superSearch')
    const field = page.getByRole('combobox').first()
    await field.pressSequentially('lin')
    await clock.runFor(490)
    expect(asked).toEqual([])
    await Promise.all([page.waitForRequest(/superSearch\?query=lin$/), clock.runFor(20)])
    asked.length = 0
    await field.fill('   ')
    await clock.runFor(2000)
    expect(asked).toEqual([])
    await close()
  })

  it('is a typed time for 100 ms, before it is written out [A-206]', async () => {
    const { page, clock, close } = await frozen('/gallery/secured', (ready) => topPopup(ready).waitFor())
    const field = topPopup(page).getByLabel('Tijd', { exact: true })
    await field.fill('8:5')
    await field.blur()
    await clock.runFor(90)
    await expect.poll(() => field.inputValue()).toBe('8:5')
    await clock.runFor(10)
    await expect.poll(() => field.inputValue()).toBe('08:05')
    await close()
  })
})

describe('a menu', () => {
  it('closes 2000 ms after the mouse has left it [P-252]', async () => {
    const { page, clock, close } = await frozenGallery()
    await page.getByRole('button', { name: 'Meer opties' }).click()
    const menu = page.getByRole('menu')
    await menu.waitFor()
    await menu.hover()
    await page.mouse.move(700, 600)
    await clock.runFor(1900)
    await menu.hover()
    await page.mouse.move(700, 600)
    await clock.runFor(1990)
    await expect.poll(() => menu.count()).toBe(1)
    await clock.runFor(20)
    await expect.poll(() => menu.count()).toBe(0)
    await close()
  })
})

describe('the line by which changes come', () => {
  it('is tried again half a minute after the server ended it for good', async () => {
    const { page, close } = await site.visitor(2)
    const asked = requestsTo(page, '/events/stream')
    let isEnded = true
    await page.route(/\/events\/stream/, (route) => (isEnded ? route.fulfill({ status: 503 }) : route.continue()))
    await page.clock.install()
    const failed = page.waitForEvent('console', (line) => line.text().includes('503'))
    await page.goto('/gallery')
    await failed
    isEnded = false
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2000)
    await page.clock.runFor(25_000)
    expect(asked).toHaveLength(1)
    await Promise.all([page.waitForRequest(/\/events\/stream\?since=\d+$/), page.clock.runFor(5_000)])
    await close()
  })
})

describe('a failed request', () => {
  it('is told after 600 ms, and its loading signs are cleared at once [P-228][P-230][M-011]', async () => {
    const { page, clock, close } = await frozenGallery()
    await page.route('**/gallery/tiny', (route) => route.fulfill({ status: 500, body: '' }))
    const link = page.getByRole('link', { name: '/gallery/tiny' })
    await Promise.all([
      page.waitForEvent('console', (line) => line.text().includes('/gallery/tiny failed')),
      link.click(),
    ])
    await expect.poll(() => link.getAttribute('aria-busy')).toBeNull()
    await expect.poll(() => page.locator('html').getAttribute('class')).not.toContain('is-loading')
    await clock.runFor(590)
    await expect.poll(() => page.locator('.flash').count()).toBe(0)
    await clock.runFor(10)
    await expect.poll(() => page.locator('.flash').innerText()).toBe('Er is een fout opgetreden.')
    await close()
  })

  it('for want of a connection says that', async () => {
    const { page, clock, close } = await frozenGallery()
    await page.route('**/gallery/tiny', (route) => route.abort())
    await Promise.all([
      page.waitForEvent('console', (line) => line.text().includes('/gallery/tiny failed')),
      page.getByRole('link', { name: '/gallery/tiny' }).click(),
    ])
    await clock.runFor(600)
    await expect.poll(() => page.locator('.flash').innerText()).toMatch(/^Er is geen verbinding met de server\./)
    await close()
  })

  it('is not told twice: a message that is already there is enough [P-228]', async () => {
    const { page, clock, close } = await frozenGallery()
    await page.route('**/gallery/tiny', (route) => route.abort())
    await Promise.all([
      page.waitForEvent('console', (line) => line.text().includes('/gallery/tiny failed')),
      page.getByRole('link', { name: '/gallery/tiny' }).click(),
    ])
    await flash(page, 'Iets anders')
    await clock.runFor(1000)
    await expect.poll(() => page.locator('.flash').allInnerTexts()).toEqual(['Iets anders'])
    await close()
  })
})
