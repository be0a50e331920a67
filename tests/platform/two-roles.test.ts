import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { manifests } from '../../src/app.ts'
import type { RoleId } from '../../src/platform/access/roles.ts'
import type { Viewer } from '../../src/platform/access/viewer.ts'
import type { Route, Screen } from '../../src/platform/screens/screen.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'

/** Somebody who teaches, is a student elsewhere, and leads the people of a company: the roles that are tried together. */
const PAIRS: [RoleId, RoleId][] = [
  [3, 5],
  [3, 4],
]
/** GETs that do something (rulings 3), and those that never end. */
const LEFT_OUT = /loginAs|setCurrentUserMeta|mail\/connect|events\/stream/
/** Polymorphic screens are tried on these. */
const TYPES = ['contact', 'company', 'appointment']

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  // The ids within a page are the same in each answer.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const { contacts, companies, appointments } = app.story
  await app.pool.query(`update contacts set roles = '{3,4,5}', supervisor_for_all = true where id = $1`, [
    contacts.teacher,
  ])
  await app.pool.query(`insert into contact_companies (contact_id, company_id) values ($1, $2)`, [
    contacts.teacher,
    companies.vanLoon,
  ])
  // Works for a company that nobody here may see, and for theirs as well.
  const elsewhere = await addContact(app.db, {
    first_name: 'Zoë',
    last_name: 'Elders',
    company_id: companies.deLinde,
  })
  await app.pool.query(
    `insert into contact_companies (contact_id, company_id) values ($1, $2), ($1, $3) on conflict do nothing`,
    [elsewhere, companies.deLinde, companies.vanLoon],
  )
  await app.pool.query(`insert into enrolments (appointment_id, contact_id) values ($1, $2)`, [
    appointments.foreign,
    contacts.teacher,
  ])
  await app.pool.query(`update appointments set note = 'De klant betaalt traag' where id = $1`, [appointments.foreign])
  await app.pool.query(
    `insert into notes (object_type, object_id, body, created_by) values ('contact', $1, 'Vermoeden van fraude', 1)`,
    [contacts.teacher],
  )
})
afterAll(() => {
  vi.restoreAllMocks()
  return app.close()
})

/** The same person with other roles. */
async function as(roles: RoleId[]): Promise<Browser> {
  const id = app.story.users[3]!
  await app.pool.query('update users set roles = $1 where id = $2', [roles, id])
  return app.asUser(id)
}

/** A record each that only one of the roles sees, that both see, and that neither does. */
async function recordsOf(type: string, [one, other]: [RoleId, RoleId]): Promise<number[]> {
  const { registry, db } = app.services
  const record = registry.record(type)
  const viewer: Viewer = {
    id: app.story.users[3]!,
    name: '',
    email: '',
    roles: [],
    contactId: app.story.contacts.teacher,
    isSupport: false,
    isDeveloper: false,
    agreedTo: [],
    meta: {},
    actedBy: null,
  }
  const seen = (role: RoleId) => sql<boolean>`coalesce(${record.visibleTo({ ...viewer, roles: [role] })}, false)`
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, row_number() over (partition by ${seen(one)}, ${seen(other)} order by id) as place
      from ${sql.table(record.table)}) placed
    where place = 1`.execute(db)
  return rows.map(({ id }) => id)
}

const routes = manifests
  .flatMap((manifest) => manifest.screens)
  .filter((screen) => screen.area !== 'public' && !LEFT_OUT.test(screen.path))
  .flatMap((screen) => screen.routes.map((route) => ({ screen, route })))
  .filter(
    ({ screen, route }) =>
      route.path.includes(':') && (route.method === 'GET' || screen.kind === 'form' || screen.kind === 'wizard'),
  )

/** The addresses of a route about these records. */
function addresses(screen: Screen, { path }: Route, records: Map<string, number[]>): string[] {
  const given: Record<string, string | number> = { ...screen.example?.(app.story, 3)?.params }
  const isPolymorphic = /:(object|type)\b/.test(path)
  const typeOf: Record<string, string> = {
    ...screen.record?.also,
    ...(screen.record?.param ? { [screen.record.param]: screen.record.type } : {}),
  }
  const calls = isPolymorphic
    ? TYPES.flatMap((type) => (records.get(type) ?? []).map((id) => ({ object: type, type, id, objectId: id })))
    : Object.entries(typeOf).flatMap(([name, type]) => (records.get(type) ?? []).map((id) => ({ [name]: id })))
  return calls.map((call: Record<string, string | number>) =>
    path.replace(/:([A-Za-z_]+)(\([^)]*\))?/g, (_all, name: string) =>
      encodeURIComponent(String(call[name] ?? given[name] ?? 1)),
    ),
  )
}

describe.each(PAIRS)('who has the roles %i and %i', (...pair) => {
  const asked: { method: string; url: string; about: boolean }[] = []
  const answers: { status: number; text: string }[][] = []
  beforeAll(async () => {
    const records = new Map<string, number[]>()
    for (const { screen } of routes)
      for (const type of [...TYPES, screen.record?.type ?? [], ...Object.values(screen.record?.also ?? {})].flat())
        if (!records.has(type) && !type.startsWith(':')) records.set(type, await recordsOf(type, pair))
    for (const { screen, route } of routes)
      for (const url of addresses(screen, route, records))
        asked.push({
          method: route.method,
          url,
          about: typeof screen.record?.param === 'string' && screen.kind !== 'file',
        })
    for (const roles of [[pair[0]], [pair[1]], pair]) {
      const browser = await as(roles)
      // What is new in each session, and in each form that is drawn.
      const { token } = (await browser.get('/ajax/getToken')).json<{ token: string }>()
      const list = []
      for (const { method, url } of asked) {
        const { status, text } = await (method === 'GET' ? browser.get(url) : browser.post(url))
        list.push({ status, text: text.replaceAll(token, '').replace(/name="_once" value="[^"]*"/g, '') })
      }
      answers.push(list)
    }
  }, 300_000)

  const opens = (answer: { status: number }) => answer.status < 400 || answer.status === 422

  it('opens what one of these roles opens, and nothing that takes the right of one and the rows of the other', () => {
    const [one, other, both] = [answers[0]!, answers[1]!, answers[2]!]
    const wrong = asked.flatMap(({ method, url }, i) =>
      opens(both[i]!) === (opens(one[i]!) || opens(other[i]!))
        ? []
        : [`${method} ${url}: ${one[i]!.status}, ${other[i]!.status}, together ${both[i]!.status}`],
    )
    expect(wrong).toEqual([])
    // Some of all kinds were tried.
    expect(asked.filter((_, i) => opens(one[i]!) !== opens(other[i]!)).length).toBeGreaterThan(20)
    expect(asked.filter((_, i) => !opens(both[i]!)).length).toBeGreaterThan(100)
  })

  it('reads of a record that only one of them sees what that role reads of it', () => {
    const [one, other, both] = [answers[0]!, answers[1]!, answers[2]!]
    const wrong = asked.flatMap(({ url, about }, i) => {
      const alone = opens(one[i]!) ? one[i]! : other[i]!
      const isOfOne = opens(one[i]!) !== opens(other[i]!)
      return about && isOfOne && alone.text !== both[i]!.text ? [url] : []
    })
    expect(wrong).toEqual([])
  })

  it('reads in the search and in a selector of people what one of them reads there', async () => {
    const found: string[][] = []
    for (const roles of [[pair[0]], [pair[1]], pair]) {
      const browser = await as(roles)
      const { data } = (await browser.get('/ajax/superSearch?query=elders')).json<{
        data: { searchable_type: string }[]
      }>()
      const people = data.filter(({ searchable_type }) => searchable_type === 'Contact')
      const chosen = await browser.get('/ajax/specialSelectorSearch?type=contact&v=elders&returnObjects=1')
      found.push(
        [...people, ...(chosen.status === 200 ? chosen.json<object[]>() : [])].map((row) => JSON.stringify(row)),
      )
    }
    expect(found[2]).toEqual([...new Set([...found[0]!, ...found[1]!])])
    expect(found[2]).toHaveLength(pair.includes(4) ? 2 : 0)
  })

  it('finds in a list the rows of the one and those of the other', async () => {
    const lists = manifests
      .flatMap(({ screens }) => screens)
      .filter(({ kind, path }) => kind === 'table' && !path.includes(':'))
      .map(({ path }) => path)
    const found: Record<string, number[]>[] = []
    for (const roles of [[pair[0]], [pair[1]], pair]) {
      const browser = await as(roles)
      const ids: Record<string, number[]> = {}
      for (const path of lists) {
        const answer = await browser.get(`${path}?checkAll=1`)
        ids[path] = answer.status === 200 ? answer.json<number[]>() : []
      }
      found.push(ids)
    }
    const sorted = (ids: number[]) => [...new Set(ids)].sort((a, b) => a - b)
    for (const path of lists)
      expect([path, sorted(found[2]![path]!)]).toEqual([path, sorted([...found[0]![path]!, ...found[1]![path]!])])
    expect(Object.values(found[2]!).some((ids) => ids.length > 0)).toBe(true)
  })
})
