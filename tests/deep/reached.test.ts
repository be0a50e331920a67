import { afterAll, beforeAll, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import type { Screen } from '../../src/platform/screens/screen.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { fill } from '../support/example-calls.ts'

/** What people look at. */
const DRAWN = new Set(['page', 'popup', 'form', 'wizard', 'table'])
/** So many records of a screen are looked at, as one that is ended leads elsewhere than one to come. */
const STATES = 6

/** Screens that no record of the demo story leads to, and what does. */
const BESIDE: Record<string, string> = {
  ...of('where the browser goes by itself', ['/', '/start', '/terms', '/manual', '/manual/:subject', '/accounting/oauth/done']), // prettier-ignore
  ...of('in an installation that has only begun', ['/calendar/first-steps', '/settings/own-data']),
  ...of('where moving over is configured', ['', '/doubles', '/start', '/steps', '/take/:what'].map((path) => `/settings/migration${path}`)), // prettier-ignore
  ...of('addresses that stand in the contract, for links kept elsewhere', [
    '/events/view_of/:object/:id',
    '/calendar/getAllReservationsView/:id',
    '/calendar/:id/students',
    '/calendar/unsubscribeStudents/:id',
    '/calendar/moveStudents/:id',
  ]),
  ...of('by who has the flag of the helpdesk, where that is configured', ['/remote-support']),
  ...of('while signed in elsewhere too', ['/profile/sessions/end']),
  ...of('of a second step at sign-in that is on', ['/profile/two-step/off']),
  ...of('of a user who is switched off', ['/user/enable/:id']),
  ...of('after the first so many', ['/undo/earlier']),
  ...of('a step of a wizard or a form asks for it', [
    '/administration/order/add_products/new',
    '/calendar/getPredictedComponentAppointmentsTable',
    '/calendar/:id/requirements',
    '/calendar/:id/offers',
  ]),
  ...of('while work runs', ['/accounting/progress', '/administration/invoices/sending']),
  ...of('while a quotation, an invoice or a letter stands so', [
    '/administration/quotation/decline/:id',
    '/administration/quotation/extend/:id',
    '/administration/quotation/link/:id',
    '/administration/quotation/question/:id',
    '/administration/quotation/deposit/:id',
    '/administration/invoice/status/:id',
    '/administration/invoice/waive/:id',
    '/administration/invoice/:id/credit',
    '/administration/invoice/:id/reminders',
    '/administration/invoice/:id/pay_link',
    '/administration/reminders/:id',
    '/accounting/choices',
  ]),
  ...of('while a tablet took in somebody whom nobody knew', ['/calendar/arrivals/:id']),
  ...of('while there are several to take at once', ['/administration/bank/accept-all']),
  ...of('once a list is too long for batches', ['/import/list', '/import/list/view']),
  ...of('by the versions of a layout', ['/settings/layouts/:id/versions/:version']),
  ...of('while a place or a teacher is asked', ['/waiting-list/offer/:id', '/teacher-requests/stop/:id']),
  ...of('by a panel that its code fills', ['/release-notes/view/:id']),
  ...of('by the rows of a list', ['/products/saveConsumable/:product_id/:consumable_id', '/course/materials/edit/:id']),
  ...of('by a tab that others share', ['/notes/list/:object/:objectId', '/contact/:id/team']),
  ...of('while somebody is planned whose account has no contact', ['/user/contact/:id']),
  ...of('by the bar of a customer', ['/inspections/devices/add/:type/:id', '/inspections/devices/import/:type/:id']),
}

/** On a day on which something is given; weekends of the story have none. */
const TODAY = new Set(['/calendar/room-qr/:id'])

function of(why: string, paths: string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, why]))
}

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const screens = manifests.flatMap((manifest) => manifest.screens)
const isDrawn = (screen: Screen) =>
  DRAWN.has(screen.kind) &&
  screen.area !== 'public' &&
  !screen.area.developers &&
  screen.routes.some(({ method }) => method === 'GET')

const patterns = screens
  .map((screen) => {
    const literal = screen.path
      .split(/:[A-Za-z_]+(?:\([^)]*\))?/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    return { screen, params: literal.length - 1, pattern: new RegExp(`^${literal.join('[^/?#]+')}$`) }
  })
  // What is drawn at an address, before what is only sent to it.
  .sort((a, b) => a.params - b.params || Number(isDrawn(b.screen)) - Number(isDrawn(a.screen)))
const screenOf = (url: string) => {
  const path = url.split(/[?#]/)[0]!
  return patterns.find(({ pattern }) => pattern.test(path))?.screen
}

/** Every address in a text: attributes, JSON, and what menus carry as base64. */
function addressesIn(text: string): string[] {
  const plain = text.replaceAll('&amp;', '&').replaceAll('&#34;', '"').replaceAll('&quot;', '"')
  const menus = [...plain.matchAll(/data-popup-options value="([^"]*)"/g)].map(([, hidden]) =>
    Buffer.from(hidden!, 'base64').toString(),
  )
  return [plain, ...menus].flatMap((part) => [...part.matchAll(/["'](\/[a-zA-Z][^"'\s<>]*)/g)].map(([, url]) => url!))
}

it('reaches every screen from a link, a menu or the palette', async () => {
  const reached = new Map<Screen, string>()
  for (const role of [1, 2, 3, 4, 5, 6]) {
    const browser = await app.as(role)
    const seen = new Map<Screen, number>()
    const asked = new Set<string>()
    const waiting: { url: string; from: string }[] = [{ url: '/calendar', from: 'start' }]
    // The records that the story names lead on from states that a first row may not have.
    for (const screen of screens.filter(({ kind, record }) => kind === 'popup' && record !== null)) {
      const call = screen.example?.(app.story, role as 1)
      if (call && !call.first) waiting.push({ url: fill(screen.path, call), from: '' })
    }
    while (waiting.length > 0) {
      const { url, from } = waiting.shift()!
      const screen = screenOf(url)
      if (!screen) continue
      if (from !== '' && screenOf(from) !== screen && !reached.has(screen)) reached.set(screen, from)
      if (asked.has(url)) continue
      asked.add(url)
      if (!isDrawn(screen) || (seen.get(screen) ?? 0) >= STATES * (url.includes('item=') ? 5 : 1)) continue
      seen.set(screen, (seen.get(screen) ?? 0) + 1)
      const answers = [await browser.get(url)]
      if (['page', 'table'].includes(screen.kind)) answers.push(await browser.page(url))
      for (const { text, status } of answers)
        if (status < 300) for (const next of addressesIn(text)) waiting.push({ url: next, from: url })
    }
  }
  const missed = screens.filter((screen) => isDrawn(screen) && !reached.has(screen)).map(({ path }) => path)
  expect(missed.filter((path) => !TODAY.has(path)).sort()).toEqual(Object.keys(BESIDE).sort())
}, 300_000)
