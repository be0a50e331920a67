import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'

export interface Named {
  company_id: number | null
  contact_id: number | null
}

/** Whom lists mean by a debtor number or a name: one company, or one contact that is of none. */
export async function findNamed(
  db: Db | Trx,
  written: readonly string[],
): Promise<(text: string) => Named | { why: string }> {
  const texts = [...new Set(written)]
  const { rows } = await sql<{ text: string; found: Named[] }>`
    select written.text, json_agg(json_build_object('company_id', found.company_id, 'contact_id', found.contact_id)) as found
    from unnest(${texts}::text[]) written (text) cross join lateral (
      select n.company_id, n.contact_id from client_ids n where n.client_id::text = written.text
      union select companies.id, null::integer from companies where companies.search_text = normalise(written.text)
      union select null::integer, contacts.id from contacts where contacts.company_id is null
        and contacts.identity_name = regexp_replace(normalise(written.text), '[^a-z0-9]', '', 'g')
    ) found group by written.text`.execute(db)
  const by = new Map(rows.map(({ text, found }) => [text, found]))
  return (text) => {
    if (text === '') return { why: 'De klant ontbreekt.' }
    const found = by.get(text) ?? []
    if (found.length === 1) return found[0]!
    const called = `‘${text.slice(0, 60)}’`
    return { why: found.length > 1 ? `Er zijn meer klanten die ${called} heten.` : `Klant ${called} is niet bekend.` }
  }
}
