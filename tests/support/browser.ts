import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
  type WebError,
  chromium,
} from 'playwright'
import { expect } from 'vitest'
import { findChromium } from './chromium.ts'

/** No sandbox: containers run as root. The rest keeps the browser from talking to anybody but the server under test. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Two cores shared with a server, a database and another test file: patient, but not without end. */
const PATIENCE_MS = 15_000

let launched: Promise<Browser> | undefined

/** One Chromium for all files of this worker. It hangs on a pipe of the worker and ends with it. */
export function launchBrowser(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: findChromium(), args: FLAGS })
  return launched
}

/** A visitor in the Netherlands: one browser context with its cookies, and what went wrong in any of its pages. */
export interface Visitor {
  context: BrowserContext
  page: Page
  /** Fails when a page logged an error, threw one or broke the content security policy. */
  assertNoErrors: (options?: ExpectedErrors) => void
  close: () => Promise<void>
}

export interface ExpectedErrors {
  /** Statuses the journey provokes on purpose; the browser logs an error for each such answer. */
  statuses?: number[]
}

/** Contexts that were given back, by the options they were made with: what they cached need not load again. */
const idle = new Map<string, BrowserContext[]>()

/** Opens a visitor; paths in `page.goto` are relative to `baseURL`. */
export async function openVisitor(
  browser: Browser,
  options: BrowserContextOptions & { baseURL: string },
): Promise<Visitor> {
  const key = JSON.stringify(options)
  const context = idle.get(key)?.pop() ?? (await newContext(browser, options))
  const hasLasting = watchLasting(context)
  const errors: string[] = []
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  }
  const onError = (error: WebError) => errors.push(error.error().message)
  context.on('console', onConsole)
  context.on('weberror', onError)
  const page = await context.newPage()
  return {
    context,
    page,
    assertNoErrors: ({ statuses = [] } = {}) => {
      const expected = statuses.map(
        (status) => `Failed to load resource: the server responded with a status of ${status} `,
      )
      const unexpected = errors.filter((error) => !expected.some((start) => error.startsWith(start)))
      expect(unexpected, 'errors that the browser reported').toEqual([])
    },
    close: async () => {
      context.off('console', onConsole)
      context.off('weberror', onError)
      if (hasLasting() || page.isClosed()) return context.close()
      await forget(context, options.baseURL)
      for (const open of context.pages()) await open.close()
      idle.set(key, [...(idle.get(key) ?? []), context])
    },
  }
}

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 1366, height: 850 },
    // What a worker answers no test can hold back; the tests of the worker itself let it in.
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  return context
}

/** Who comes next finds nothing of this visitor but the files that were loaded. */
async function forget(context: BrowserContext, origin: string): Promise<void> {
  // A page that is still there could keep something again, and one under way to another cannot be led elsewhere.
  const blank = await context.newPage()
  for (const other of context.pages()) if (other !== blank) await other.close()
  await context.clearCookies()
  await context.clearPermissions()
  const session = await context.newCDPSession(blank)
  await session.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
  })
}

/** Answers whether something was done to the context that cannot be taken back, such as stopping its clock. */
function watchLasting(context: BrowserContext): () => boolean {
  let isUsed = false
  const watch = (target: object, names: string[]) => {
    for (const name of names) {
      const work = Reflect.get(target, name) as (...args: unknown[]) => unknown
      Reflect.set(target, name, (...args: unknown[]) => {
        isUsed = true
        return work.apply(target, args)
      })
    }
  }
  watch(context, ['addInitScript', 'exposeBinding', 'exposeFunction', 'route', 'setExtraHTTPHeaders', 'setOffline'])
  watch(context.clock, ['install', 'setFixedTime', 'setSystemTime'])
  return () => isUsed
}
