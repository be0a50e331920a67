import { Invalid } from '../../../platform/errors.ts'
import { addsFields } from '../../../platform/screens/form/added-fields.ts'
import { boardArea } from '../../../system/calendar/rights.ts'
import { visitingHoursFields } from './visiting-hours.fields.ts'

const HINT = 'Zonder eigen tijden geldt wat bij Instellingen, Keuringen staat.'

/** When a company can be visited at its address, in its form and its popup. */
export const hoursOfCompany = addsFields({
  record: 'company',
  area: boardArea,
  title: 'Keuringen',
  fields: visitingHoursFields,
  controls: { visit_from: { span: 6, hint: HINT }, visit_until: { span: 6 } },
  table: 'company_visiting_hours',
  key: 'company_id',
  save: async (trx, company_id, { visit_from, visit_until }) => {
    if ((visit_from === null) !== (visit_until === null))
      throw new Invalid({ [visit_from === null ? 'visit_from' : 'visit_until']: ['Vul beide tijden in, of geen van beide.'] }) // prettier-ignore
    if (visit_from !== null && visit_until !== null && visit_from >= visit_until)
      throw new Invalid({ visit_until: ['Een bezoektijd eindigt na het begin.'] })
    if (visit_from === null) {
      await trx.deleteFrom('company_visiting_hours').where('company_id', '=', company_id).execute()
      return
    }
    const hours = { visit_from, visit_until: visit_until! }
    await trx
      .insertInto('company_visiting_hours')
      .values({ company_id, ...hours })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet(hours))
      .execute()
  },
})
