import { sql } from 'kysely'
import type { Db } from '../../platform/database/types.ts'
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
