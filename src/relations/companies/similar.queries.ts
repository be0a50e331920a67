import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { FieldNotes } from '../naming/index.ts'

const MOST = 3

/** Companies that have this number, e-mail address or name already; `id` is the company that is being edited. */
export async function findSimilarCompanies(
  db: Db,
  { id, name, coc_no, email }: { id: number; name: string; coc_no: string; email: string },
): Promise<FieldNotes> {
  const trimmed = { name: name.trim(), coc_no: coc_no.trim(), email: email.trim() }
  const { rows } = await sql<{ id: number; name: string; city: string | null; field: string }>`
    (select id, name, city, 'coc_no' as field from companies
      where coc_no = ${trimmed.coc_no} and ${trimmed.coc_no} <> '' and id <> ${id} order by id limit ${MOST})
    union all
    (select id, name, city, 'email' from companies
      where email = ${trimmed.email} and ${trimmed.email} <> '' and id <> ${id} order by id limit ${MOST})
    union all
    (select id, name, city, 'name' from companies
      where search_text = normalise(${trimmed.name}) and ${trimmed.name} <> '' and id <> ${id} order by id limit ${MOST})
  `.execute(db)
  const texts: Record<string, string> = {
    coc_no: 'Dit KVK-nummer staat al bij:',
    email: 'Dit e-mailadres staat al bij:',
    name: 'Er is al een bedrijf met deze naam:',
  }
  const notes: FieldNotes = {}
  for (const [field, text] of Object.entries(texts)) {
    const links = rows
      .filter((row) => row.field === field)
      .map((row) => ({ label: [row.name, row.city].filter(Boolean).join(', '), url: `/company/view/${row.id}` }))
    if (links.length > 0) notes[field] = [{ text, links }]
  }
  return notes
}

/** Another company of the same name that takes part. Null when there is none. */
export const likelyDouble = (id: number) => sql<{ id: number; name: string } | null>`
  select json_build_object('id', other.id, 'name', concat_ws(', ', other.name, other.city))
  from companies other where other.search_text = (select search_text from companies where companies.id = ${id})
    and other.id <> ${id} and other.active order by other.id limit 1`

/** By what a company is like a line of a list. */
export type LikeBy = 'coc_no' | 'email' | 'name' | 'client_id'

/** Companies that are like those of a list, each line with all of them. */
export async function listLikeListed(
  db: Db | Trx,
  listed: readonly { line: number; name: string; coc_no: string | null; email: string | null; client_id: number | null }[], // prettier-ignore
): Promise<{ line: number; id: number; by: LikeBy[] }[]> {
  const { rows } = await sql<{ line: number; id: number; by: LikeBy[] }>`
    with typed as (
      select * from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb)
        as listed (line integer, name text, coc_no text, email citext, client_id integer)
    ),
    found as (
      select line, id, 'coc_no' as by from typed join companies on companies.coc_no = typed.coc_no
      union all select line, id, 'email' from typed join companies on companies.email = typed.email
      union all select line, id, 'name' from typed join companies on search_text = normalise(typed.name)
      union all select line, id, 'client_id' from typed join companies on companies.client_id = typed.client_id
    )
    select line, id, array_agg(by) as by from found group by line, id order by line, id`.execute(db)
  return rows
}
