import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { type Area, scopeOf } from '../../src/platform/access/rights.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import type { Screen } from '../../src/platform/screens/screen.ts'
import { type Answer, type TestApp, testApp } from '../support/app.ts'
import { fill, makeFirst } from '../support/example-calls.ts'

const DRAWN = new Set(['page', 'popup', 'form', 'wizard', 'table'])
const screens = manifests
  .flatMap((manifest) => manifest.screens)
  .filter(
    ({ kind, area, routes }) => DRAWN.has(kind) && area !== 'public' && routes.some(({ method }) => method === 'GET'),
  )

let app: TestApp
/** What every screen of the planner and the administrator asks, and the forms that are questions themselves. */
const asked = new Map<string, string[]>()
const questions: { path: string; button: string; back: string | undefined; focus: boolean }[] = []
beforeAll(async () => {
  app = await testApp()
  for (const role of [ROLE.administrator, ROLE.scheduler]) {
    const browser = await app.as(role)
    for (const screen of screens) {
      if (scopeOf([role], screen.area as Area, 'view') === 'none') continue
      const call = screen.example?.(app.story, role)
      if (call === null) continue
      if (screen.routes.every(({ method }) => method === 'GET')) await makeFirst(browser, call ?? {})
      collect(screen, await browser.get(fill(screen.path, call ?? {})))
    }
  }
}, 120_000)
afterAll(() => app.close())

interface Offered {
  confirm?: string
}
function collect({ path }: Screen, { $, text }: Answer): void {
  const inMenus = $('[data-menu], [data-popup-options], [data-bulk]')
    .toArray()
    .flatMap((element): Offered[] => {
      const { 'data-menu': menu, 'data-bulk': bulk, value } = element.attribs
      if (bulk) return [JSON.parse(bulk) as Offered]
      if (menu) return JSON.parse(menu) as Offered[]
      return value ? (JSON.parse(Buffer.from(value, 'base64').toString()) as Offered[]) : []
    })
    .flatMap(({ confirm }) => confirm ?? [])
  const written = $('[data-confirm], [hx-confirm]')
    .toArray()
    .map(({ attribs }) => attribs['data-confirm'] ?? attribs['hx-confirm']!)
  asked.set(path, [...(asked.get(path) ?? []), ...inMenus, ...written])
  const form = $('form[data-asks]')
  if (form.length > 0 && text.includes('dialog'))
    questions.push({
      path,
      button: form.find('[type=submit]').text(),
      back: form.find('[data-back]').text(),
      focus: form.find('[data-back][autofocus]').length > 0,
    })
}

/** Of which a specification says the words. */
const LITERAL = ['Weet u zeker dat u deze planning wilt annuleren?', 'Wijzigen is hierna niet langer mogelijk']

describe('a question before something is done', () => {
  it('says what it is about by name, never by "this"', () => {
    const all = [...asked].flatMap(([path, texts]) => texts.map((question) => `${path}: ${question}`))
    expect(all.length).toBeGreaterThan(10)
    const ours = all.filter((question) => !LITERAL.some((words) => question.endsWith(words)))
    expect(ours.filter((question) => !/: (Weet u zeker dat|Uw selectie bevat) .*\?/.test(question))).toEqual([])
    expect(
      ours.filter((question) => /\b(dit|deze|die|het geselecteerde)\b(?= \w+ (wilt|zichtbaar))/.test(question)),
    ).toEqual([])
  })

  it('about a selection has verb, number and object on its button, and the focus on "Terug"', () => {
    expect(questions.length).toBeGreaterThan(5)
    // Of one person or one order, whatever comes of that; and a verb of two words.
    const first: Record<string, RegExp> = {
      '/replacements/report': /^Afwezig melden$/,
      '/administration/order/migrate/:id': /^\p{Lu}.* maken$/u,
      '/administration/reminders/send': /^Versturen naar [\d.]+ klant(?:en)?$/u,
      '/administration/invoices/bulk/definitive': /^[\d.]+ \p{L}+ definitief maken$/u,
    }
    for (const { path, button, back, focus } of questions)
      expect([path, button, back, focus]).toEqual([
        path,
        expect.stringMatching(first[path] ?? /^[\d.]+ \p{L}+ [\p{L} ]+en$/u),
        'Terug',
        true,
      ])
  })

  it('is of these two kinds: no other button says Ja, and no other script asks', () => {
    const views = globSync('views/**/*.ejs').filter((file) => />\s*Ja, /.test(readFileSync(file, 'utf8')))
    const labels = globSync('src/**/*.ts').filter((file) => /label: ['"`]Ja[, ]/.test(readFileSync(file, 'utf8')))
    expect([views, labels]).toEqual([[], []])
    const asking = globSync('public/js/**/*.ts').filter((file) => /\baskPopup\(/.test(readFileSync(file, 'utf8')))
    // The results ask about who was absent, by the names of those (rulings 10.13); signing out asks about what is not sent.
    expect(asking.toSorted()).toEqual([
      'public/js/popup/dialogs.ts',
      // What is double or away asks line by line, with verb, number and object on its button (rulings 10.14).
      'public/js/question.ts',
      'public/js/results/denied.ts',
      'public/js/unsent.ts',
    ])
  })
})
