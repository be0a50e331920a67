import { describe, expect, it } from 'vitest'
import { AREAS, filesIn, read } from './tree.ts'

/** Stories write everything at once, as no visitor could; they run on an empty demo database only. */
const isStory = (file: string) => /\/story(-[a-z]+)?\.ts$|^src\/demo\.ts$/.test(file)
/** The platform's own tables and the module each business table belongs to come out of the code itself. */
const moduleOf = (file: string) => file.split('/').slice(0, 3).join('/')

const files = filesIn('src', '.ts').filter((file) => !isStory(file))
/** The tables there are: in raw SQL, 'update' is also part of other words. */
const tables = new Set(
  [...read('src/platform/database/schema.ts').matchAll(/^  (\w+): \w+;$/gm)].map(([, name]) => name),
)
const WRITE = /(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)'|(?:update|insert into|delete from) (\w+)/g

const READ = /(?:selectFrom|[jJ]oin|using)\(\s*'(\w+)(?: as \w+)?'|\b(?:from|join|using) (\w+)/g

const writes = files.flatMap((file) =>
  [...read(file).matchAll(WRITE)]
    .map(([, built, raw]) => ({ table: built ?? raw ?? '', module: moduleOf(file) }))
    .filter(({ table }) => tables.has(table)),
)

describe('tables', () => {
  it('are each written by one module only', () => {
    const writers = new Map<string, Set<string>>()
    for (const { table, module } of writes) writers.set(table, (writers.get(table) ?? new Set()).add(module))
    const shared = [...writers]
      .filter(([, modules]) => modules.size > 1)
      .map(([table, modules]) => `${table}: ${[...modules].join(', ')}`)
    expect(shared).toEqual([])
  })

  it('are found in the source at all', () => {
    expect(new Set(writes.map(({ table }) => table)).size).toBeGreaterThan(12)
  })
})

const areaOf = (file: string) => file.split('/')[1]!
const stands = (file: string) => AREAS.indexOf(areaOf(file))

/** What reads a table of an area above its own, and why. */
const READ_FROM_BELOW: Record<string, string> = {
  'src/platform/database/versioned.ts: users': 'who saved it in between has a name',
  'src/platform/http/change-feed.ts: sessions': 'whether the listener is still signed in, which session.ts knows too',
  'src/platform/http/change-feed.ts: users': 'the same',
  'src/platform/http/session.ts: sessions': 'who asks, with every request by one query',
  'src/platform/http/session.ts: users': 'the same',
  'src/platform/http/session.ts: user_meta': 'the same',
  'src/platform/http/session.ts: settings':
    'which modules are switched off, for every page without a question of its own',
  'src/platform/jobs/jobs.ts: settings':
    'for how long mail waits to be taken back, asked by the statement that queues it',
  'src/platform/undo/conflicts.ts: users': 'who changed it since has a name',
  'src/platform/mail/person-data.ts: contacts': 'which addresses are those of a person',
  'src/platform/mail/person-data.ts: users': 'the same',
  'src/platform/mail/sending.ts: settings': 'the sender, read anew with each mail',
  'src/platform/screens/call/public.ts: settings': 'whose pages they are for who has no account',
  'src/relations/companies/course-lines.queries.ts: courses':
    'what a line of an invoice is for, as long as no area of its own makes invoices',
}

describe('a table', () => {
  it('is read by its own area and those above it, or is named here with the reason', () => {
    const owners = new Map(writes.map(({ table, module }) => [table, module]))
    const reads = files.flatMap((file) =>
      [...read(file).matchAll(READ)]
        .map(([, built, raw]) => built ?? raw ?? '')
        .filter((table) => owners.has(table) && stands(owners.get(table)!) > stands(file))
        .map((table) => `${file}: ${table}`),
    )
    expect([...new Set(reads)].sort()).toEqual(Object.keys(READ_FROM_BELOW).sort())
  })
})
