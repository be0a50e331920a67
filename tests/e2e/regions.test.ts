/** What is on the screen stays there until what replaces it has come, in whatever order the answers arrive. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { addPeople, addPlanning, put } from '../training/enrolment-support.ts'
import { type Site, openSite, topPopup } from './visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

interface RecordPopup {
  url: string
  /** The items of which the content has an address of its own. */
  items: string[]
}

/** The record popups with such items, as an administrator meets them. */
async function remoteTabs(): Promise<RecordPopup[]> {
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
    itemOf(item).click()
    await settle('shift')
    const whole = text()
    for (const order of ['shift', 'pop'] as const) {
      popup.querySelector<HTMLElement>(`[data-item]:not([data-item="${item}"])`)!.click()
      await pause()
      itemOf(item).click()
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

describe('every tab that is fetched', () => {
  it('keeps its content when its record changes while it loads and as it stands, whichever answer comes first', async () => {
    const popups = await remoteTabs()
    expect(popups.flatMap(({ items }) => items).length).toBeGreaterThan(15)
    const { page, assertNoErrors, close } = await site.visitor(1)
    for (const { url, items } of popups) {
      await page.goto(url)
      await topPopup(page).waitFor()
      expect([url, await page.evaluate(changeWhileAnswersWait, items)]).toEqual([url, []])
    }
    assertNoErrors()
    await close()
  })
})

describe('the students of a planning', () => {
  it('stand in their tab after enrolling by keyboard, with the focus on what opened it', async () => {
    const { parts } = await addPlanning(site.app)
    const [first] = await addPeople(site.app, 1)
    await put(site.app, parts, [first!])
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto(`/calendar/view-appointment/${parts[0]}?item=students`)
    const tab = topPopup(page).locator('.students')
    const students = tab.locator('[data-rows] tr[data-id]')
    await expect.poll(() => students.count()).toBe(1)
    const enrol = tab.getByRole('link', { name: 'Inschrijven' })
    await enrol.focus()
    await page.keyboard.press('Enter')
    await page.locator('.sel:has(select[name="students[]"]) .sel-btn:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.getByPlaceholder('Zoeken...').last().pressSequentially('visser')
    await page.locator('[role=option]', { hasText: 'Visser' }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => students.count()).toBe(2)
    await expect.poll(() => tab.locator('.students-places').innerText()).toContain('2 ingeschreven')
    await expect.poll(() => enrol.evaluate((link) => link === document.activeElement)).toBe(true)
    assertNoErrors()
    await close()
  })
})

describe('what is deleted', () => {
  it('closes its popups without complaint, and the focus goes to the row that took its place', async () => {
    const [person] = await addPeople(site.app, 1)
    await site.app.pool.query(`update contacts set last_name = 'Aaaverwijderd' where id = $1`, [person])
    const { page, assertNoErrors, close } = await site.visitor(1)
    await page.goto('/contacts')
    const row = page.locator(`[data-rows] tr[data-id="${person}"]`)
    await row.locator('.c-main a').focus()
    await page.keyboard.press('Enter')
    await topPopup(page).getByRole('button', { name: 'Meer opties' }).click()
    await page.getByRole('menuitem', { name: 'Verwijderen' }).click()
    await page.getByText(/^Weet u zeker dat u .*Aaaverwijderd wilt verwijderen\?$/).waitFor()
    await topPopup(page).locator('[data-answer=yes]').click()
    await page.locator('.flash--success').waitFor()
    await row.waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('[data-rows] tr:first-child:focus-within').count()).toBe(1)
    await expect.poll(() => page.locator('.flash--error').count()).toBe(0)
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
    assertNoErrors({ statuses: [404] })
    await close()
  })

  it('by somebody else closes its popup with a word about it', async () => {
    const [person] = await addPeople(site.app, 1)
    const { page, close } = await site.visitor(1)
    await page.goto(`/contact/view/${person}`)
    await topPopup(page).getByRole('button', { name: 'Meer opties' }).waitFor()
    await site.app.pool.query('delete from contacts where id = $1', [person])
    await page.evaluate((detail) => document.dispatchEvent(new CustomEvent('changed', { detail })), {
      items: [{ type: 'contact', id: person! }],
    })
    await page.locator('.flash', { hasText: 'intussen verwijderd' }).waitFor()
    await expect.poll(() => page.locator('.flash').count()).toBe(1)
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
    await close()
  })
})
