/** One frame for all bulk actions: what their question shows is what happens, whatever is chosen of whatever there is. */
import type { Cheerio } from 'cheerio'
import type { Element } from 'domhandler'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE, type RoleId } from '../../../src/platform/access/roles.ts'
import { sendDue } from '../../../src/system/moments/moments.job.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../app.ts'
import { type Form, shownFields } from '../example-calls.ts'
import { sendWaiting } from '../waiting-mails.ts'

/** What is chosen in one run, and how the question calls each; no two are called alike. */
export interface Chosen {
  names: ReadonlyMap<number, string>
  /** Its address, where that is not the path. */
  url?: string
  /** The query that asks it; what is chosen as `ids` unless given. */
  query?: string
  choices?: Form
  /** The record that all of it is about, where its question asks for that. */
  about?: number
  /** Choices that stand when it opens and are taken away. */
  without?: string[]
}

/** What a question says will happen. */
export interface Question {
  goes: number[]
  stays: number[]
  /** How many mails it says go; null where it speaks of none. */
  mails: number | null
  /** Its numbers: what is done by its button, and by its title of how many. */
  told: { done: number; of: number }
  form: Form
}

export interface BulkRun<Drawn> {
  /** As declared. */
  path: string
  role?: RoleId
  drawn: fc.Arbitrary<Drawn>
  /** Makes a world; null where nothing in it can be chosen. */
  make(app: TestApp, drawn: Drawn): Promise<Chosen | null>
  /** Whatever it may change of those chosen, by id; of one that is gone nothing. */
  state(app: TestApp, ids: number[]): Promise<ReadonlyMap<number, unknown>>
  /** Reads the question, where that is no plan of a bulk action. */
  ask?(browser: Browser, chosen: Chosen): Promise<Question>
  /** What it says goes by itself does so at its moment, and is counted then. */
  byMoments?: true
  /** Where there is nothing to do it is no mistake: it says that nothing was done. */
  says?: 'nothing done'
  /** A rule may keep some of it from coming back, such as somebody who takes part no more. */
  rules?: true
}

/** As many as a change is proven by; tests/deep tries thirty times as many. */
const USUAL = 7
/** The same worlds in each run, as of other properties. */
const SEED = 20_261_126

const named = (text: string, name: string) =>
  new RegExp(`${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\d)`).test(text.replaceAll('\u00a0', ' '))
const idsIn = (text: string, names: Chosen['names']) =>
  [...names].filter(([, name]) => named(text, name)).map(([id]) => id)
const numberIn = (text: string | undefined) => Number(/\d+/.exec((text ?? '').replaceAll('.', ''))?.[0] ?? 0)

/** How many mails the lines of a question say go, by it or by themselves. */
export const mailsIn = (outcomes: string): number =>
  [...outcomes.matchAll(/(\d+) e-mails? (?:gaat|gaan) /g)].reduce((sum, [, count]) => sum + Number(count), 0)

/** What stands in the plan of a bulk action. */
export function readPlan(shown: Answer, names: Chosen['names']): Omit<Question, 'form'> {
  const { $ } = shown
  // Cells stand apart, or a name that begins with a number would go on where another ends.
  const words = ($found: Cheerio<Element>) => $found.toArray().map((one) => $(one).text()).join(' ').replace(/\s+/g, ' ') // prettier-ignore
  const does = $('section:not(.note)').filter((_, one) => $(one).find('.outcomes').length === 0)
  const outcomes = words($('.outcomes'))
  const head = $('[data-plan-label]')
  const goes = idsIn(words(does.has('table').length > 0 ? does.find('td:first-child') : does), names)
  const stays = idsIn(words($('.note--warning')), names)
  const title = /^([\d.]+) van de ([\d.]+) /.exec(head.attr('data-plan-title') ?? '')
  const of = title ? numberIn(title[2]) : goes.length + stays.length
  return {
    goes,
    stays,
    mails: /e-mail|bericht/.test(outcomes) ? mailsIn(outcomes) : null,
    told: { done: numberIn(head.attr('data-plan-label')), of },
  }
}

/** Opens it, makes the choices, and reads what it shows then. */
async function askPlan(browser: Browser, path: string, chosen: Chosen): Promise<Question> {
  const { names, url = path, query = `ids=${[...names.keys()].join(',')}`, choices = {}, without = [] } = chosen
  const opened = await browser.get(`${url}?${query}`)
  expect([opened.status, opened.text.slice(0, 200)]).toEqual([200, expect.anything()])
  const again = opened.$('[data-bulk-plan]').attr('data-bulk-plan')!
  const standing = Object.entries(shownFields(opened.$)).filter(([name]) => !without.includes(name) && name !== '_once')
  const form = { ...Object.fromEntries(standing), ...choices }
  const shown = await browser.post(again, form)
  expect([shown.status, shown.text.slice(0, 200)]).toEqual([200, expect.anything()])
  return { ...readPlan(shown, names), form: { ...form, ...shownFields(shown.$) } }
}

const lastMail = async ({ pool }: TestApp) =>
  Number((await pool.query<{ last: string }>('select coalesce(max(id), 0) as last from mails')).rows[0]!.last)
const mailsSince = async ({ pool }: TestApp, last: number) =>
  (
    await pool.query<{ count: number }>(
      `select count(*)::integer as count from mails where id > $1 and recipient <> ''`,
      [last],
    )
  ).rows[0]!.count

/** All that goes by itself by now, a minute from now included. */
async function atTheirMoment(app: TestApp): Promise<void> {
  await sendDue(app.services, new Date(Date.now() + 60_000))
  await sendWaiting(app)
}

const sorted = (ids: Iterable<number>) => [...ids].toSorted((a, b) => a - b)

async function comesToWhatItShows<Drawn>(app: TestApp, run: BulkRun<Drawn>, drawn: Drawn, undoes: boolean) {
  const browser = await app.as(run.role ?? ROLE.administrator)
  const chosen = await run.make(app, drawn)
  if (chosen === null) return
  const ids = sorted(chosen.names.keys())
  if (run.byMoments) await atTheirMoment(app)
  const before = await run.state(app, ids)
  const question = await (run.ask ? run.ask(browser, chosen) : askPlan(browser, run.path, chosen))
  expect({ all: sorted([...question.goes, ...question.stays]), told: question.told }).toEqual({
    all: ids,
    told: { done: question.goes.length, of: ids.length },
  })
  const last = await lastMail(app)
  const saved = await browser.post(chosen.url ?? run.path, question.form)
  const done = question.goes.length > 0 || run.says === 'nothing done'
  expect([saved.status < 300, saved.text.slice(0, 300)]).toEqual([done, expect.anything()])
  const after = await run.state(app, ids)
  const changed = ids.filter((id) => JSON.stringify(before.get(id)) !== JSON.stringify(after.get(id)))
  expect(changed).toEqual(sorted(question.goes))
  const undoing = undoes && saved.undo !== undefined
  if (run.byMoments && !undoing) await atTheirMoment(app)
  if (!(run.byMoments && undoing)) expect(await mailsSince(app, last)).toBe(question.mails ?? 0)
  if (!undoing) return
  const undone = await browser.post(`/undo/${saved.undo!.set}`)
  if (run.rules && (undone.status === 409 || undone.trigger.flash?.type === 'warning')) return
  expect(undone.status).toBe(204)
  expect(Object.fromEntries(await run.state(app, ids))).toEqual(Object.fromEntries(before))
}

/** Declares a test for each of these, of so many random worlds. */
export function comeToWhatTheyShow(runs: readonly BulkRun<never>[], numRuns = USUAL): void {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
    // What was due before is told to nobody.
    await app.db.updateTable('message_moments').set({ active_since: new Date() }).execute()
  })
  afterAll(() => app.close())

  describe.each(runs)('$path', (run) => {
    it('comes to what it showed, whatever is chosen', { timeout: 1_200_000 }, async () => {
      let tried = 0
      await fc.assert(
        fc.asyncProperty(run.drawn, (drawn) => comesToWhatItShows(app, run, drawn, tried++ % 2 === 0)),
        { numRuns, seed: SEED, endOnFailure: true },
      )
      expect(tried).toBe(numRuns)
    })
  })
}

/** Rows of a table as they stand, by id. */
export const rowsOf =
  (table: string, columns: string) =>
  async ({ pool }: Pick<TestApp, 'pool'>, ids: number[]): Promise<ReadonlyMap<number, unknown>> => {
    const { rows } = await pool.query<{ id: number }>(
      `select id, ${columns} from ${table} where id = any($1) order by id`,
      [ids],
    )
    return new Map(rows.map((row) => [row.id, row]))
  }

/** A run whose draws only it knows. */
export const bulkRun = <Drawn>(run: BulkRun<Drawn>): BulkRun<never> => run as never
