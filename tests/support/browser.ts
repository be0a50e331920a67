import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright'
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

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: FLAGS })
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

/** Opens a visitor; paths in `page.goto` are relative to `baseURL`. */
export async function openVisitor(
  browser: Browser,
  options: BrowserContextOptions & { baseURL: string },
): Promise<Visitor> {
  const context = await browser.newContext({
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 1366, height: 850 },
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => errors.push(error.error().message))
  return {
    context,
    page: await context.newPage(),
    assertNoErrors: ({ statuses = [] } = {}) => {
      const expected = statuses.map(
        (status) => `Failed to load resource: the server responded with a status of ${status} `,
      )
      const unexpected = errors.filter((error) => !expected.some((start) => error.startsWith(start)))
      if (unexpected.length > 0) throw new Error(`The browser reported errors:\n${unexpected.join('\n')}`)
    },
    close: () => context.close(),
  }
}
