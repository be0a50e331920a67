import type { Db, Trx } from '../../platform/database/types.ts'
import { dayIn } from '../../platform/forms/listed-days.ts'
import type { ListedRow } from '../../system/importing/index.ts'
import { listLikeContacts } from '../contacts/index.ts'

/** By what lists about something else say whom it is of. */
export const PERSON_HEADINGS = [
  ['first_name', /voornaam|roepnaam/i],
  ['initials', /voorletter|initial/i],
  ['last_name_prefix', /tussenv|voorvoegsel/i],
  ['birth_date', /geboortedatum|^geb\.?(oren)?$|geb\.?\s*datum/i],
  ['email', /e-?mail/i],
  ['last_name', /achternaam|familienaam|^naam$|cursist|deelnemer/i],
] as const

/** Whom a row means, and what is in doubt about that. */
export type Who = { id: number; name: string; doubt?: string } | { name: string; why: string }

/** The people that rows are about, by their lines: one that is surely meant, one in doubt, or nobody. */
export async function findPeople(db: Db | Trx, rows: readonly ListedRow[]): Promise<Map<number, Who>> {
  const asked = rows.map(({ line, cells }) => ({
    ...{ line, client_id: null, first_name: cells.first_name ?? '', initials: cells.initials ?? '' },
    ...{ last_name_prefix: cells.last_name_prefix ?? '', last_name: cells.last_name ?? '', email: cells.email ?? null },
    birth_date: dayIn(cells.birth_date ?? ''),
  }))
  const found = Map.groupBy(await listLikeContacts(db, asked), ({ line }) => line)
  return new Map(
    asked.map(({ line, ...person }): [number, Who] => {
      const name = [person.first_name, person.last_name_prefix, person.last_name].filter(Boolean).join(' ')
      const like = found.get(line) ?? []
      const sure = like.filter(({ by }) => by.includes('birth_date') || (by.includes('name') && by.includes('email')))
      const [one] = sure.length > 0 ? sure : like
      const many = (sure.length > 0 ? sure : like).length > 1
      if (one === undefined) return [line, { name, why: 'Deze persoon is niet bekend. Importeer eerst de contacten.' }]
      if (many) return [line, { name, why: `Dit kunnen de contacten ${like.map(({ id }) => id).slice(0, 3).join(' en ')} zijn. Noem de geboortedatum of het e-mailadres.` }] // prettier-ignore
      if (sure.length === 1) return [line, { name, id: one.id }]
      return [line, { name, id: one.id, doubt: `${one.by.includes('email') ? 'Alleen het e-mailadres' : 'Alleen de naam'} is gelijk aan contact ${one.id}.` }] // prettier-ignore
    }),
  )
}
