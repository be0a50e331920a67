/** Every tab with an address of its own keeps what it shows: all of them take too long for each change. */
import { describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { type Site, topPopup } from '../e2e/visit.ts'

interface RecordPopup {
  url: string
  /** The items of which the content has an address of its own. */
  items: string[]
}

/** The record popups with such items, as an administrator meets them. */
async function remoteTabs(site: Site): Promise<RecordPopup[]> {
  const browser = await site.app.as(1)
  const urls = manifests
    .flatMap(({ screens }) => screens)
    .filter(({ kind, record, example }) => kind === 'popup' && record?.param && example?.(site.app.story, 1))
    .map(({ path, example }) =>
      path.replace(/:(\w+)/g, (_all, name: string) => String(example!(site.app.story, 1)!.params?.[name])),
    )
  const popups = await Promise.all(
    urls.map(async (url) => {
      const { $ } = await browser.get(url)
      const items = $('[data-item]')
        .toArray()
        .map((item) => ({ key: $(item).attr('data-item')!, from: $(item).attr('data-url') ?? '' }))
        .filter(({ from }) => from !== '' && !from.startsWith('script:') && !from.startsWith(`${url}?`))
      return { url, items: items.map(({ key }) => key) }
    }),
  )
  return popups.filter(({ items }) => items.length > 0)
}

/**
 * Runs in the page. Opens each item, then again while the record changes twice, and changes it twice as it stands; the
 * answers come in the order of the questions or the other way round. Answers what was not on screen again afterwards.
 */
async function changeWhileAnswersWait(items: string[]): Promise<string[]> {
  interface Held {
    answered: Promise<unknown>
    release: () => void
  }
  const held: Held[] = []
  const ask = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const answer = ask(input, init)
    const { promise, resolve } = Promise.withResolvers<undefined>()
    held.push({ answered: answer.catch(() => undefined), release: () => resolve(undefined) })
    await promise
    init?.signal?.throwIfAborted()
    return answer
  }
  // How many rows of a long list are loaded depends on how far it was scrolled: the first page is what has to stay.
  const firstPage = new CSSStyleSheet()
  firstPage.replaceSync('[data-rows] tr:nth-of-type(n + 31), .rt-foot { display: none !important }')
  document.adoptedStyleSheets.push(firstPage)
  const popup = document.querySelector<HTMLElement>('dialog[open]')!
  const body = popup.querySelector<HTMLElement>('[data-item-body]')!
  const [type = '', id = ''] = popup.dataset.record!.split(':')
  const pause = () => new Promise((done) => setTimeout(done))
  const settle = async (order: 'shift' | 'pop') => {
    for (let quiet = 0; quiet < 3;) {
      const next = held[order]()
      await next?.answered
      next?.release()
      await pause()
      quiet = next || popup.querySelector('[aria-busy="true"]') ? 0 : quiet + 1
    }
  }
  const changeTwice = async () => {
    for (let times = 0; times < 2; times++) {
      const detail = { items: [{ type, id: Number(id) }] }
      document.dispatchEvent(new CustomEvent('changed', { detail }))
      await pause()
      await pause()
    }
  }
  const itemOf = (key: string) => popup.querySelector<HTMLElement>(`[data-item="${key}"]`)!
  const text = () => body.innerText.replace(/\s+/g, ' ').trim()
  const lost: string[] = []
  for (const item of items) {
    const leaveAndOpen = async () => {
      popup.querySelector<HTMLElement>(`[data-item]:not([data-item="${item}"])`)!.click()
      await pause()
      itemOf(item).click()
    }
    itemOf(item).click()
    await settle('shift')
    // The script of some tabs comes with the first of them.
    await leaveAndOpen()
    await settle('shift')
    const whole = text()
    for (const order of ['shift', 'pop'] as const) {
      await leaveAndOpen()
      await changeTwice()
      await settle(order)
      if (text() !== whole || whole === '') lost.push(`${item} while it loaded, ${order}: '${text()}'`)
    }
    await changeTwice()
    await settle('pop')
    if (text() !== whole) lost.push(`${item} as it stood: '${text()}'`)
  }
  return lost
}

/** Tests all of them, every third popup in one go. */
export const testRemoteTabs = (siteOf: () => Site) =>
  describe('every tab that is fetched', () => {
    it.each([0, 1, 2])(
      'keeps its content when its record changes while it loads and as it stands, whichever answer comes first (%i)',
      { timeout: 240_000 },
      async (third) => {
        const site = siteOf()
        const popups = await remoteTabs(site)
        expect(popups.flatMap(({ items }) => items).length).toBeGreaterThan(15)
        const { page, assertNoErrors, close } = await site.visitor(1)
        for (const { url, items } of popups.filter((_popup, i) => i % 3 === third)) {
          await page.goto(url)
          await topPopup(page).waitFor()
          expect([url, await page.evaluate(changeWhileAnswersWait, items)]).toEqual([url, []])
        }
        assertNoErrors()
        await close()
      },
    )
  })
