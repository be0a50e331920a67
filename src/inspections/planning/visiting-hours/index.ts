import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { addedFields } from '../../../platform/screens/form/added-fields.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { hoursOfCompany } from './asked.ts'
import { seedVisitingHours } from './story.ts'

/** When customers can be visited. */
export const visitingHours: ModulePart = {
  story: seedVisitingHours,
  gifts: [
    give(addedFields, [hoursOfCompany]),
    give(mergeStrategies, [{ record: 'company', table: 'company_visiting_hours', column: 'company_id', merges: 'drop' }]), // prettier-ignore
    give(historyLabels, [{ company: { fields: { company_id: { label: 'Bedrijf', record: 'company' } } } }]),
  ],
}
