/** Whom and what the cells of a list mean. */
import { type SqlBool, sql } from 'kysely'
import { ROLE } from '../../../../platform/access/roles.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { fullName, nameColumns } from '../../../../relations/contacts/index.ts'
import { nameKey } from '../../../../system/importing/index.ts'

/** The one id that a text means, or why there is none. */
export type Found = { id: number } | { why: string }

const keyed = (rows: readonly { id: number; keys: readonly string[] }[]): Map<string, number[]> => {
  const pairs = rows.flatMap(({ id, keys }) => [...new Set(keys)].filter(Boolean).map((key) => ({ key, id })))
  return new Map([...Map.groupBy(pairs, ({ key }) => key)].map(([key, some]) => [key, some.map(({ id }) => id)]))
}

/** Courses by description or code. */
export async function coursesNamed(db: Db | Trx): Promise<(text: string) => Found> {
  const rows = await db.selectFrom('courses').select(['id', 'description', 'code']).orderBy('id').execute()
  const by = keyed(rows.map(({ id, description, code }) => ({ id, keys: [nameKey(description), nameKey(code)] })))
  return (text) => {
    if (text === '') return { why: 'De opleiding ontbreekt.' }
    const ids = by.get(nameKey(text)) ?? []
    if (ids.length === 1) return { id: ids[0]! }
    return { why: ids.length > 1 ? `Er zijn meer opleidingen die ‘${text}’ heten.` : `Opleiding ‘${text}’ is niet bekend. Importeer eerst de opleidingen.` } // prettier-ignore
  }
}

/** Teachers who are active, by name or e-mail address. */
export async function teachersNamed(db: Db | Trx): Promise<(text: string) => { id: number; name: string } | null> {
  const rows = await db
    .selectFrom('contacts')
    .select(['contacts.id', 'email', ...nameColumns])
    .where('active', '=', true)
    .where(sql<SqlBool>`${ROLE.teacher}::integer = any(roles)`)
    .execute()
  const by = keyed(
    rows.map(({ id, email, ...name }) => ({ id, keys: [nameKey(fullName(name)), nameKey(email ?? '')] })),
  )
  const names = new Map(rows.map((row) => [row.id, fullName(row)]))
  return (text) => {
    const ids = by.get(nameKey(text)) ?? []
    return ids.length === 1 ? { id: ids[0]!, name: names.get(ids[0]!)! } : null
  }
}

/** Rooms by their name, with or without that of their establishment. */
export function roomsNamed(rooms: readonly { id: number; label: string }[]): (text: string) => number | null {
  const by = keyed(rooms.map(({ id, label }) => ({ id, keys: [nameKey(label), nameKey(label.split(', ').at(-1)!)] })))
  return (text) => {
    const ids = by.get(nameKey(text)) ?? []
    return ids.length === 1 ? ids[0]! : null
  }
}
