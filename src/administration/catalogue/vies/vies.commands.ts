import type { Db } from '../../../platform/database/types.ts'
import { HttpError, NotFound } from '../../../platform/errors.ts'
import { Unavailable } from '../../../platform/outside/ask-json.ts'
import type { Services } from '../../../platform/services.ts'
import { firmDetails } from '../firm/index.ts'
import { askVies } from './vies.adapter.ts'

/**
 * Asks about the number of a company and keeps what was answered, outside of any transaction: an answer may take seconds.
 * @throws NotFound, HttpError where it has no number (409) or the register no answer (503); nothing changes then
 */
export async function checkVatId(services: Services, db: Db, companyId: number): Promise<void> {
  const company = await db.selectFrom('companies').select('vat_id').where('id', '=', companyId).executeTakeFirst()
  if (!company) throw new NotFound('Bedrijf')
  const { vat_id } = company
  if (vat_id === null) throw new HttpError(409, 'Dit bedrijf heeft nog geen btw-id. Vul dat eerst in.')
  const { vat_id: own } = await firmDetails(db)
  try {
    const answer = await askVies(services, vat_id, own)
    await db
      .insertInto('vies_checks')
      .values({ company_id: companyId, vat_id, ...answer })
      .execute()
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    services.log.warn({ reason: error.message }, 'VIES unavailable')
    throw new HttpError(503, 'VIES geeft nu geen antwoord. Wat er stond, is niet veranderd. Probeer het later opnieuw.')
  }
}
