import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeForgotten } from '../../src/platform/files/kept-files.ts'
import type { SearchAnswer } from '../../src/platform/search/search.contract.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { COMMANDS, type Step, newWorld } from './sequence-commands.ts'

/** Sequences of up to so many commands; they are the same in every run. */
const SEQUENCES = Number(process.env.SEQUENCES ?? 10)
const LONGEST = 40

let app: TestApp
let planner: Browser
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  administrator = await app.as(1)
})
afterAll(() => app.close())

/** Certificates need several commands one after another. */
const OFTEN: Step['command'][] = [
  'results',
  'issue',
  'withdraw',
  'reissue',
  'merge',
  'undo',
  'reserve',
  'resize',
  'release',
  'takeBack',
  'takeBack',
  'takeBack',
]
const commands = Object.keys(COMMANDS) as Step['command'][]
const any = fc.nat(1_000)
const step: fc.Arbitrary<Step> = fc.record({
  command: fc.constantFrom(...commands, ...OFTEN),
  who: fc.array(any, { minLength: 1, maxLength: 3 }),
  where: any,
  other: any,
  places: fc.integer({ min: 1, max: 3 }),
  flag: fc.boolean(),
})

/** What the tables may never say, each with a query for the rows that say it. */
const NEVER = {
  'more places taken than there are': `
    select id, enrolled_count, reserved_count, max_count from appointments where enrolled_count + reserved_count > max_count`,
  'a count that is not the number of rows': `
    select id, enrolled_count, reserved_count, enrolled, reserved from appointments a,
      lateral (select count(*) as enrolled from enrolments e where e.appointment_id = a.id) e,
      lateral (select coalesce(sum(places), 0) + (select count(*) from waiting_offers o
          where o.state = 'open' and a.id = any(o.part_ids)) as reserved
        from reservations r where r.appointment_id = a.id) r
    where enrolled_count <> enrolled or reserved_count <> reserved`,
  'somebody twice in a part': `
    select appointment_id, contact_id from enrolments group by 1, 2 having count(*) > 1`,
  'a certificate number given twice': `
    select number from certificates group by 1 having count(*) > 1`,
  'a certificate number beyond the counter, or none where it counted one': `
    select year, last, numbers from certificate_counters c,
      lateral (select count(*) as numbers, max(split_part(number, '-', 2)::integer) as highest from certificates
               where split_part(number, '-', 1)::integer = c.year) n
    where last <> numbers or last <> highest`,
  'two valid certificates of one person for one planning': `
    select contact_id, group_id, layout_id from certificates where withdrawn_at is null group by 1, 2, 3 having count(*) > 1`,
  'something of somebody who is gone': `
    select held, contact_id from (
      select 'enrolment' as held, contact_id from enrolments union all
      select 'reservation', contact_id from reservations where contact_id is not null union all
      select 'certificate', contact_id from certificates union all
      select 'account', contact_id from users where contact_id is not null) h
    where not exists (select from contacts where contacts.id = h.contact_id)`,
  'somebody who is there and was merged': `
    select gone_id from merges join contacts on contacts.id = gone_id
    where record_type = 'contact' and undone_at is null`,
}

const ALL = Object.entries(NEVER)
  .map(([what, rows]) => `select '${what}' as what, to_jsonb(r) as row from (${rows}) r`)
  .join(' union all ')
const wrong = async () => (await app.owner.pool.query<{ what: string; row: unknown }>(ALL)).rows

/** What was seen of every row before: its version, and of a certificate the number. */
const seen = new Map<string, { version: number; number: string | null }>()
const owners = new Map<string, number>()

/** Rows whose version went back or whose number changed, and numbers that another certificate had. */
async function turnedBack(): Promise<unknown[]> {
  const { rows } = await app.owner.pool.query<{ name: string; id: number; version: number; number: string | null }>(`
    select 'contact' as name, id, version, null as number from contacts union all
    select 'enrolment', id, version, null from enrolments union all
    select 'reservation', id, version, null from reservations union all
    select 'appointment', id, version, null from appointments union all
    select 'merge', id, version, null from merges union all
    select 'certificate', id, version, number from certificates`)
  return rows.filter(({ name, id, version, number }) => {
    const before = seen.get(`${name} ${id}`)
    seen.set(`${name} ${id}`, { version, number })
    const owner = number === null ? id : (owners.get(number) ?? id)
    if (number !== null) owners.set(number, id)
    return owner !== id || (before !== undefined && (before.version > version || before.number !== number))
  })
}

/** What the search and the palette answer to these words that holds one of them, but for certificates. */
async function searched(words: string[], pattern: RegExp): Promise<string[]> {
  const hits: string[] = []
  for (const word of words) {
    const { data } = (
      await administrator.get(`/ajax/superSearch?query=${encodeURIComponent(word)}`)
    ).json<SearchAnswer>()
    const told = data
      .filter(({ searchable_type }) => searchable_type !== 'certificate')
      .map((hit) => JSON.stringify(hit))
    hits.push(...told.filter((hit) => pattern.test(hit)))
  }
  return hits
}

/** Files that hold one of these words, once those are gone that have to go now. */
async function filesWith(pattern: RegExp): Promise<string[]> {
  const { files } = app.services
  const { rows } = await app.owner.pool.query<{ payload: { keys: string[] } }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = 'files.remove' and j.run_at <= now() returning j.payload`,
  )
  for (const { payload } of rows) await removeForgotten(payload, app.services)
  const found: string[] = []
  for await (const key of files.olderThan(new Date(Date.now() + 60_000)))
    if (pattern.test((await files.read(key)).toString('latin1'))) found.push(key)
  return found
}

/** Rows, files and answers of the search that hold one of these words. */
async function leftOf(words: string[]): Promise<string[]> {
  if (words.length === 0) return []
  const pattern = new RegExp(`\\b(${words.join('|')})\\b`, 'i')
  return [...(await found(words)), ...(await filesWith(pattern)), ...(await searched(words, pattern))]
}

/** Rows that hold one of these words, of all tables but that of the certificates, which have to be kept as they were given. */
async function found(words: string[]): Promise<string[]> {
  const { rows: tables } = await app.owner.pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> 'certificates'`,
  )
  const pattern = `\\m(${words.join('|')})\\M`
  const each = tables.map(({ name }) => `select '${name}: ' || t::text as row from ${name} t where t::text ~* $1`)
  const { rows } = await app.owner.pool.query<{ row: string }>(each.join(' union all '), [pattern])
  return rows.map(({ row }) => row.slice(0, 300))
}

describe('whatever a planner does after whatever else', () => {
  it(
    'is done or refused, and leaves places, numbers and people in order',
    { timeout: 60_000 + SEQUENCES * 3_000 },
    async () => {
      const done = new Set<string>()
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: LONGEST, size: 'max' }), async (steps) => {
          const world = await newWorld(app, planner, administrator)
          for (const each of steps) {
            const answer = await COMMANDS[each.command](world, each)
            if (answer === null) continue
            expect(answer.status, each.command).toBeLessThan(500)
            if (answer.status < 300) done.add(each.command)
            if (answer.undo) world.sets.push(answer.undo.set)
            expect([await wrong(), await turnedBack()], each.command).toEqual([[], []])
          }
          expect(await leftOf(world.forgotten)).toEqual([])
        }),
        // What is wrong stays in the tables, so a shorter sequence would prove nothing.
        { numRuns: SEQUENCES, endOnFailure: true },
      )
      expect(commands.filter((command) => !done.has(command))).toEqual([])
    },
  )
})
