import type { Db } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import type { Owner } from './devices.commands.ts'

/** Whose devices an address is about, 'company' or 'contact' and an id. @throws NotFound */
export async function ownerOf(db: Db, type: string, id: number): Promise<Owner & { name: string }> {
  if (type !== 'company' && type !== 'contact') throw new NotFound('Klant')
  const row =
    type === 'company'
      ? await db.selectFrom('companies').select('companies.name').where('id', '=', id).executeTakeFirst()
      : await db.selectFrom('contacts').select(nameText.as('name')).where('id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Klant')
  return { company_id: type === 'company' ? id : null, contact_id: type === 'contact' ? id : null, name: row.name }
}
