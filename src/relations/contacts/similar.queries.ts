import { sql } from 'kysely'
import { parseDutchDate } from '../../platform/forms/fields.ts'
import { formatDate } from '../../platform/format/format.ts'
import type { Db } from '../../platform/database/types.ts'
import { initialsInName, unlessHidden } from '../contact-fields.ts'
import type { FieldNotes } from '../notes.ts'
import { fullName } from '../names.ts'

const MOST = 3

export interface TypedContact {
  /** The contact that is being edited, 0 for a new one. */
  id: number
  first_name: string
  last_name_prefix: string
  last_name: string
  birth_date: string
  email: string
}

/** People with the same name and birth date, or with the same e-mail address. Both find their rows by an index. */
export async function findSimilarContacts(db: Db, typed: TypedContact): Promise<FieldNotes> {
  const email = typed.email.trim()
  const birthDate = parseDutchDate(typed.birth_date.trim())
  const name = typed.last_name.trim() === '' ? '' : [typed.first_name, typed.last_name_prefix, typed.last_name].join('')
  const { rows } = await sql<{
    id: number
    field: 'email' | 'birth_date'
    first_name: string
    initials: string
    last_name_prefix: string
    last_name: string
    birth_date: string | null
    company: string | null
  }>`
    with found as (
      (select id, 'birth_date' as field from contacts
        where ${name} <> '' and birth_date = ${birthDate}::date and id <> ${typed.id}
          and identity_name = regexp_replace(normalise(${name}), '[^a-z0-9]', '', 'g') order by id limit ${MOST})
      union all
      (select id, 'email' from contacts
        where ${email} <> '' and email = ${email} and id <> ${typed.id} order by id limit ${MOST})
    )
    select found.id, found.field, c.first_name, ${initialsInName({ alias: 'c' })} as initials, c.last_name_prefix, c.last_name, companies.name as company,
      ${unlessHidden('birth_date', { alias: 'c' })}
    from found join contacts c on c.id = found.id left join companies on companies.id = c.company_id
  `.execute(db)
  const texts = { birth_date: 'Lijkt op een bestaand contact:', email: 'Dit e-mailadres staat al bij:' }
  const notes: FieldNotes = {}
  for (const [field, text] of Object.entries(texts)) {
    const links = rows
      .filter((row) => row.field === field)
      .map((row) => ({
        label: [fullName(row), formatDate(row.birth_date), row.company].filter(Boolean).join(', '),
        url: `/contact/view/${row.id}`,
      }))
    if (links.length > 0) notes[field] = [{ text, links }]
  }
  return notes
}
