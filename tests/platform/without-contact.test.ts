/** Who sees only the own records, and of whom it is not known which contact they are, sees none. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RoleId, ROLE } from '../../src/platform/access/roles.ts'
import { type Viewer, viewerScope } from '../../src/platform/access/viewer.ts'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** A new account: nothing was made by it or given to it. */
const viewerOf = (role: RoleId): Viewer => ({
  id: 0,
  name: '',
  email: '',
  roles: [role],
  contactId: null,
  isSupport: false,
  isDeveloper: false,
  agreedTo: [],
  meta: {},
  actedBy: null,
})

/** The kinds of documents, by name, and rows of several tables, whose sources keep the scope: no records of somebody. */
const OF_NOBODY = ['document-type', 'expiring']

describe('an account that is nobody’s', () => {
  it.each([ROLE.teacher, ROLE.supervisor, ROLE.student, ROLE.lotus])(
    'sees no record of which role %i sees only the own ones',
    async (role) => {
      const viewer = viewerOf(role)
      const own = app.services.registry.recordTypes().filter(({ area }) => viewerScope(viewer, area) === 'own')
      expect(own.length).toBeGreaterThan(0)
      const seen: string[] = []
      for (const record of own) {
        const { rows } = await sql<{ count: number }>`
          select count(*)::integer as count from ${sql.table(record.table)} where ${record.visibleTo(viewer)}`.execute(
          app.db,
        )
        if (rows[0]!.count > 0 && !OF_NOBODY.includes(record.type)) seen.push(`${record.type}: ${rows[0]!.count}`)
      }
      expect(seen).toEqual([])
    },
  )
})
