import { describe, expect, it } from 'vitest'
import { filesIn, read } from './tree.ts'

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
