import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { scopeOf } from '../../src/platform/access/rights.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { formOf, send } from '../support/example-calls.ts'
import { type Statement, statementsOf } from '../support/queries.ts'
import { undoChanges, watchRows } from '../support/row-changes.ts'

const forms = manifests
  .flatMap((manifest) => manifest.screens)
  .filter((screen) => screen.kind === 'form' && screen.area !== 'public' && screen.record !== null)
  .map((screen) => ({ screen, route: screen.routes.find(({ method }) => method === 'POST')! }))

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await watchRows(app)
})
afterAll(() => app.close())

/** A plan over all that was chosen is made first; then each goes through the command that one of them goes through. */
const isPlannedFirst = (path: string) => path.includes('/bulk/')

/** Found before it is locked, since its part, or the sale that it stands in, is locked first. */
const LOCKED_SECOND = ['reservations', 'sale_lines']

/** The records that a save locks one by one, and how often it reads each in its transaction before it writes it. */
function readsOfLocked(sent: Statement[]): { table: string; reads: number }[] {
  return sent.flatMap((lock, at) => {
    const table = /^select .*? from "(\w+)" where \S*"(?:id|key)" = \$1 for update$/.exec(lock.text)?.[1]
    if (table === undefined) return []
    const begin = sent.slice(0, at).findLastIndex(({ text }) => /^begin/i.test(text))
    const write = sent.findIndex(({ text }, i) => i > at && text.startsWith(`update "${table}"`))
    const read = new RegExp(`^select .*? from "${table}" .*where .*"(?:id|key)" = \\$`)
    const reads = sent
      .slice(begin, write < 0 ? undefined : write)
      .filter(({ text, values }) => read.test(text) && values.includes(lock.values[0])).length
    return [{ table, reads: LOCKED_SECOND.includes(table) ? reads - 1 : reads }]
  })
}

describe('a save', () => {
  it('reads the record that it locks once', { timeout: 120_000 }, async () => {
    const found: { path: string; role: number; table: string; reads: number }[] = []
    for (const { screen, route } of forms)
      for (const role of [ROLE.administrator, ROLE.scheduler, ROLE.teacher]) {
        const call = screen.example?.(app.story, role)
        if (!call || scopeOf([role], screen.area as Parameters<typeof scopeOf>[1], route.right) === 'none') continue
        const browser = await app.as(role)
        const form = await formOf(browser, screen, call)
        const sent = await statementsOf(app, () => send(browser, route, call, form))
        for (const { table, reads } of readsOfLocked(sent)) found.push({ path: route.path, role, table, reads })
        if (!(await undoChanges(app))) throw new Error(`${route.path} could not be undone`)
      }
    const tables = new Set(found.map(({ table }) => table))
    const some = ['appointments', 'companies', 'contacts', 'documents', 'notes', 'reservations', 'settings', 'users']
    expect(some.filter((table) => !tables.has(table))).toEqual([])
    expect(found.filter(({ path, reads }) => reads !== 1 && !isPlannedFirst(path))).toEqual([])
  })
})
