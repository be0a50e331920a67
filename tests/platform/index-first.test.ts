import { type Expression, type SqlBool, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findWords, indexFirst } from '../../src/platform/fast/index-first.ts'
import { hasWords } from '../../src/platform/matching/conditions.ts'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const searched = sql<string>`contacts.search_text`
const people = (where: Expression<SqlBool>) =>
  app.db.selectFrom('contacts').select('id').where(where).orderBy('id').execute()
const written = (where: Expression<SqlBool>) => app.db.selectFrom('contacts').where(where).select('id')

describe('a condition with an index of its own', () => {
  it('keeps the same rows, whether it is taken from its index or not', async () => {
    const where = hasWords(searched, 'van an')
    const [plain, few, many] = [
      where,
      await indexFirst(app.db, { table: 'contacts', most: 1e9 }, where),
      await indexFirst(app.db, { table: 'contacts', most: -1 }, where),
    ]
    expect(many).toBe(plain)
    expect(written(few).compile().sql).toContain('any(array(')
    const found = await people(plain)
    expect(found.length).toBeGreaterThan(3)
    expect(await people(few)).toEqual(found)
  })

  it('asks nothing about words too short for its index, and takes signs for themselves', async () => {
    const found = async (text: string) => (await findWords(app.db, { text: searched, table: 'contacts' }, text)).where
    expect(written(await found('an')).compile().sql).not.toContain('any(array(')
    expect(await people(await found('%%%'))).toEqual([])
    expect((await people(await found('  '))).length).toBe((await people(sql<SqlBool>`true`)).length)
  })
})
