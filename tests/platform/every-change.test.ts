import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { type Area, scopeOf } from '../../src/platform/access/rights.ts'
import { ROLES, type RoleId } from '../../src/platform/access/roles.ts'
import type { ExampleCall, Route, Screen } from '../../src/platform/screens/screen.ts'
import { type Answer, type TestApp, testApp } from '../support/app.ts'
import { rowsChanged, undoChanges, watchRows } from '../support/row-changes.ts'
import { isWellEnded } from '../support/flash-rule.ts'
import { formOf, send, sendWithoutToken } from '../support/example-calls.ts'

/** What no example alone can do: what it needs comes from outside, works once, or lies in the session alone. */
const SESSION = 'changes the session alone'
const CODE = 'asks for a code that works once'
const OUTSIDE = 'is about a mail service'
const REGISTER = 'asks a register outside: registers.test.ts'
const PACKAGE = 'asks a package for bookkeeping: accounting.test.ts'
const MOVING = 'is off until it is configured: migration-assistant.test.ts'
const LONG = 'is about a long list that was read: importing.test.ts'
const DONE = 'works once for everybody, and was done in the story'
const NO_PLACE = 'no area has declared a place for images yet'
const PREPARED: Record<string, string> = {
  '/logout': SESSION,
  '/loginAs/:email': SESSION,
  '/loginAs/stop': SESSION,
  '/profile/sessions/end': SESSION,
  '/user/sessions/end': SESSION,
  '/profile/two-step': CODE,
  '/profile/two-step/off': CODE,
  '/user/reset_two_step': CODE,
  '/settings/mail/connect/:type': OUTSIDE,
  '/settings/mail/callback/:type': OUTSIDE,
  '/settings/mail/disconnect': OUTSIDE,
  '/settings/mail/test': OUTSIDE,
  '/settings/mail/server/forget': 'forgets a server that none has yet: settings-mail.test.ts',
  '/messages/settle/:id': OUTSIDE,
  '/company/:id/vies/check': 'asks a register outside: vies.test.ts',
  '/accounting/oauth/login/:type': PACKAGE,
  '/accounting/oauth/callback': PACKAGE,
  '/settings/accounting/disconnect': PACKAGE,
  '/accounting/getWizard/': PACKAGE,
  '/accounting/lists': PACKAGE,
  '/accounting/compare/start': PACKAGE,
  '/accounting/compare/payments': PACKAGE,
  '/settings/online-payments/forget': 'forgets a key that none has yet: online-payments.test.ts',
  '/settings/online-payments/forget-token': 'forgets a token that none has yet: payouts.test.ts',
  '/nibhv/appointmentGroup/:id/syncResults': REGISTER,
  '/nibhv/checkCredentials': REGISTER,
  '/settings/nibhv': REGISTER,
  '/settings/nibhv/forget': REGISTER,
  '/calendar/arrivals/done/:id/:arrival': 'is about what a tablet kept: kiosk.test.ts',
  '/remote-support/signal': 'stores nothing, and is off until it is configured: remote-support.test.ts',
  '/import/list/choose': LONG,
  '/import/list/store': LONG,
  '/messages/moments/imported/release/:id': 'lets messages go that an import holds: importing.test.ts',
  '/resetAll': 'tells everything anew: reset.test.ts',
  '/settings/migration/get_data/:what/:part': MOVING,
  '/settings/migration/start': MOVING,
  '/settings/migration/doubles': MOVING,
  '/settings/migration/take/:what': MOVING,
  '/settings/migration/finish': MOVING,
  '/terms/agreed': DONE,
  '/file/upload': NO_PLACE,
  '/undo/:changeSet': 'takes back what another call did: undo-every-change.test.ts',
}
const roles = Object.keys(ROLES).map(Number) as RoleId[]
const guarded = manifests
  .flatMap((manifest) => manifest.screens)
  .filter((screen) => screen.area !== 'public')
  .flatMap((screen) =>
    screen.routes
      .filter((route) => route.guarded || screen.kind === 'action')
      .map((route) => ({ title: `${route.method} ${route.path}`, screen, route })),
  )
const changes = guarded.filter(({ route }) => !(route.path in PREPARED))

const scope = (role: RoleId, screen: Screen, route: Route) =>
  scopeOf([role], (route.area ?? screen.area) as Area, route.right)
const exampleOf = (screen: Screen, role: RoleId): ExampleCall | null =>
  screen.example ? screen.example(app.story, role) : null
/** The roles that may and have something to do it to. */
const sendersOf = ({ screen, route }: (typeof guarded)[number]) =>
  roles.filter((role) => scope(role, screen, route) !== 'none' && exampleOf(screen, role))
const told = ({ status, text }: Answer) => (status < 300 ? status : `${status} ${text.slice(0, 600)}`)

let app: TestApp
const open = async () => {
  app = await testApp({ env: { NOORDKAAP_RESET: '1' } })
  await watchRows(app)
}
beforeAll(open)
afterAll(() => app.close())
/** Everybody finds the story as it was told. */
async function putBack(): Promise<void> {
  if (await undoChanges(app)) return
  await app.close()
  await open()
}
afterEach(putBack)

describe('every call that changes something', () => {
  it.each(guarded.filter(({ route }) => route.path in PREPARED && route.guarded))(
    '$title: 403 without the token',
    async ({ screen, route }) => {
      const role = roles.find((candidate) => scope(candidate, screen, route) !== 'none')!
      const call = exampleOf(screen, role) ?? {}
      expect((await sendWithoutToken(await app.as(role), route, call, {})).status).toBe(403)
    },
  )

  it.each(changes)('$title: its example is saved, and changes rows', async (change) => {
    const { screen, route } = change
    const senders = sendersOf(change)
    expect(senders, 'roles of which the declaration has an example').not.toEqual([])
    // One for whom all records are there, and all who see their own.
    for (const role of senders.filter((sender, i) => i === 0 || scope(sender, screen, route) === 'own')) {
      const call = exampleOf(screen, role)!
      const browser = await app.as(role)
      const form = await formOf(browser, screen, call)
      const before = await rowsChanged(app)
      if (route.guarded) {
        const refused = await sendWithoutToken(browser, route, call, form)
        expect([role, refused.status, await rowsChanged(app)]).toEqual([role, 403, before])
      }
      const answer = await send(browser, route, call, form)
      expect([role, told(answer), form]).toEqual([role, expect.toBeOneOf([200, 204]), form])
      const { flash } = answer.trigger
      expect(flash === undefined || isWellEnded(flash), `how it ends: ${flash?.str}`).toBe(true)
      expect([role, (await rowsChanged(app)) > before]).toEqual([role, screen.kind !== 'preview'])
      await putBack()
    }
  })

  it.each(
    changes.flatMap((change) =>
      Object.keys(change.screen.formRecords ?? {}).map((field) => ({
        ...change,
        field,
        title: `${change.title}: ${field}`,
      })),
    ),
  )('$title names a record that is not there: 404, and nothing changes', async ({ field, ...change }) => {
    const { screen, route } = change
    const role = sendersOf(change)[0]!
    const call = exampleOf(screen, role)!
    const browser = await app.as(role)
    const form = await formOf(browser, screen, call)
    const before = await rowsChanged(app)
    const answer = await send(browser, route, call, { ...form, [field]: '2147483647' })
    expect([told(answer).toString().slice(0, 3), await rowsChanged(app)]).toEqual(['404', before])
  })

  it.each(
    guarded.filter(({ screen, route }) => screen.record && roles.some((role) => scope(role, screen, route) === 'own')),
  )('$title: of a record outside the scope 404, and nothing changes', async (change) => {
    const { screen, route } = change
    const own = sendersOf(change).filter((role) => scope(role, screen, route) === 'own')
    expect(own).not.toEqual([])
    for (const role of own) {
      const call = exampleOf(screen, role)!
      expect(call.foreign, 'a record outside the scope').toBeTruthy()
      const browser = await app.as(role)
      const form = await formOf(browser, screen, call)
      const before = await rowsChanged(app)
      const answer = await send(browser, route, call, form, call.foreign)
      expect([role, answer.status, await rowsChanged(app)]).toEqual([role, 404, before])
    }
  })
})
