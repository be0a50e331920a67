/**
 * What people do all day, in a browser whose processor is slowed: what it costs beside the markup alone. The bench runs it
 * as a process of its own; BENCH_URL and BENCH_COOKIE say where and as whom.
 */
import type { BrowserContext, CDPSession, Page } from 'playwright'
import { launchBrowser } from '../../support/browser.ts'
import { median } from '../figures.ts'

/** So many times slower than this machine: a laptop of some years ago. */
const SLOWED = 4
const ROUNDS = 5
/** Nothing has moved for so long: what was asked for has come, and what that asked for in turn. */
const QUIET_MS = 400

interface Interaction {
  name: string
  path: string
  /** What it draws; the same markup in an empty page is the measure. */
  region: string
  /** Brings the page to where the interaction begins. */
  before?: (page: Page) => Promise<unknown>
  /** A selector to click on, or the keys to press. */
  click?: string
  keys?: string[]
}

const POPUP = 'dialog.popup[open]'
const ROWS = '[data-table-results]'
const opens = (name: string, path: string): Interaction => ({
  name: `open a ${name}`,
  path,
  region: POPUP,
  click: 'tr[data-id] td:not(.c-check):nth-child(-n + 2)',
})

/** From today, since a calendar opens as it was left. */
const show =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of ['t', ...keys]) {
      await page.keyboard.press(key)
      await still(page)
    }
  }

const INTERACTIONS: Interaction[] = [
  opens('contact', '/contacts'),
  opens('company', '/companies'),
  opens('planning', '/plannings'),
  opens('course', '/courses'),
  { name: 'open the form of a contact', path: '/contacts', region: POPUP, keys: ['c', 'c'] },
  {
    name: 'type in the search of a list',
    path: '/contacts',
    region: ROWS,
    before: (page) => page.locator('.rt-search input').focus(),
    keys: ['d', 'i', 'j'],
  },
  {
    name: 'type in the palette',
    path: '/contacts',
    region: '.palette',
    before: (page) => page.keyboard.press('Control+k'),
    keys: ['d', 'i', 'j'],
  },
  { name: 'tick a row', path: '/contacts', region: '[data-selbar]', click: 'tr[data-id] .c-check' },
  {
    name: 'to a month of 2,000',
    path: '/calendar',
    region: '.cal-month',
    before: show('m', 'ArrowRight', 'ArrowRight'),
    keys: ['ArrowRight'],
  },
  {
    name: 'day to week of 60 lanes',
    path: '/courses/board/teachers',
    region: '.lanes',
    before: show('w', 'ArrowRight', 'd'),
    keys: ['w'],
  },
  { name: 'month to week', path: '/calendar', region: '.cal-week', before: show('m'), keys: ['w'] },
  { name: 'week to month', path: '/calendar', region: '.cal-month', before: show('w'), keys: ['m'] },
]

/** What one round took of the main thread, in milliseconds; `longest` is 0 when no task took over 50 ms. */
interface Cost {
  ours: number
  bare: number
  longest: number
}

/** A page with a slowed processor that tells how long its main thread was busy. */
async function slowed(context: BrowserContext): Promise<{ page: Page; busyMs: () => Promise<number> }> {
  const page = await context.newPage()
  const session: CDPSession = await context.newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  return {
    page,
    busyMs: async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
    },
  }
}

/** Waits until nothing of the page moves any more; it looks from within, so that waiting costs next to nothing. */
const still = (page: Page, region = 'body') =>
  page.evaluate(
    ([region, quiet]) =>
      new Promise<void>((done, fail) => {
        const limit = setTimeout(() => fail(new Error(`${region} does not come to rest`)), 30_000)
        const end = () => {
          if (!document.querySelector(region)) return again()
          clearTimeout(limit)
          observer.disconnect()
          requestAnimationFrame(() => requestAnimationFrame(() => done()))
        }
        let timer = setTimeout(end, quiet)
        const again = () => {
          clearTimeout(timer)
          timer = setTimeout(end, quiet)
        }
        const observer = new MutationObserver(again)
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      }),
    [region, QUIET_MS] as const,
  )

/** From now on the page keeps which tasks took over 50 ms, in which it answers nobody. */
const watchTasks = (page: Page) =>
  page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { tasks })
    const watch = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    watch.observe({ type: 'longtask' })
  })
const longestTask = (page: Page) =>
  page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks))

async function act(page: Page, { click, keys = [] }: Interaction): Promise<() => Promise<void>> {
  if (!click)
    return async () => {
      for (const key of keys) await page.keyboard.press(key)
    }
  // A locator looks at the page before it clicks, which would be measured too.
  const box = await page.locator(click).nth(3).boundingBox()
  if (!box) throw new Error(`nothing to click on: ${click}`)
  return () => page.mouse.click(box.x + Math.min(box.width / 2, 40), box.y + box.height / 2)
}

async function measureOurs(context: BrowserContext, url: string, interaction: Interaction) {
  const { page, busyMs } = await slowed(context)
  await page.goto(url + interaction.path)
  await still(page)
  await interaction.before?.(page)
  await still(page)
  const fire = await act(page, interaction)
  await watchTasks(page)
  const before = await busyMs()
  await fire()
  await still(page, interaction.region)
  const ours = (await busyMs()) - before
  const longest = await longestTask(page)
  const markup = await page
    .locator(interaction.region)
    .last()
    .evaluate((element) => element.outerHTML)
  await page.close()
  return { ours, longest, markup }
}

/** Our style sheets and nothing of our code: the markup is parsed, laid out and painted. */
async function measureBare(context: BrowserContext, url: string, path: string, markup: string): Promise<number> {
  const { page, busyMs } = await slowed(context)
  await page.route('**/*.js', (route) => route.abort())
  await page.goto(url + path)
  await page.evaluate(() => document.body.replaceChildren())
  await still(page)
  const before = await busyMs()
  await page.evaluate((markup) => document.body.insertAdjacentHTML('beforeend', markup), markup)
  await still(page)
  const bare = (await busyMs()) - before
  await page.close()
  return bare
}

async function layoutShift(context: BrowserContext, url: string): Promise<number> {
  const { page } = await slowed(context)
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as { shift: number }).shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(url)
  await still(page)
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
  await page.close()
  return shift
}

/** A table of interactions: main thread of ours and of the bare markup, and the longest task after the first paint. */
async function table(url: string, cookie: string): Promise<string> {
  const browser = await launchBrowser()
  const context = await browser.newContext({
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 1366, height: 850 },
  })
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  await context.addCookies([{ name, value, url }])
  const lines = [
    `processor slowed ${SLOWED} times, medians of ${ROUNDS} alternating rounds`,
    '| interaction | markup alone ms | ours ms | times | longest task ms |',
    '|---|---|---|---|---|',
  ]
  for (const interaction of INTERACTIONS) {
    const costs: Cost[] = []
    // The first of each is thrown away: it compiles and fetches what the others find.
    for (let round = 0; round <= ROUNDS; round++) {
      const { ours, longest, markup } = await measureOurs(context, url, interaction)
      const bare = await measureBare(context, url, interaction.path, markup)
      if (round > 0) costs.push({ ours, bare, longest })
    }
    const of = (key: keyof Cost) => median(costs.map((cost) => cost[key]))
    const times = median(costs.map(({ ours, bare }) => ours / bare))
    lines.push(
      `| ${interaction.name} | ${of('bare').toFixed(0)} | ${of('ours').toFixed(0)} | ${times.toFixed(1)} | ${of('longest').toFixed(0)} |`,
    )
  }
  const shifts = []
  for (const path of ['/calendar', '/contacts', '/plannings'])
    shifts.push(`${path} ${(await layoutShift(context, url + path)).toFixed(4)}`)
  lines.push('', `layout shift: ${shifts.join(', ')}`)
  await browser.close()
  return lines.join('\n')
}

const { BENCH_URL, BENCH_COOKIE } = process.env
if (!BENCH_URL || !BENCH_COOKIE) throw new Error('BENCH_URL and BENCH_COOKIE say where and as whom')
console.log(await table(BENCH_URL, BENCH_COOKIE))
