import * as z from 'zod'
import { day, fieldOf, optionalCount, requiredReference, yesNo } from '../../../platform/fields/kinds.ts'
import { idList } from '../../../platform/forms/fields.ts'
import { appointmentFields } from '../appointments/index.ts'
import { occasionFields, seriesFields } from './series/series.fields.ts'

const { status, max_count } = appointmentFields

/** What a planning consists of; each of its parts starts with its status and its places. */
export const planningFields = {
  course_id: requiredReference('Opleiding', 'course'),
  status: fieldOf('select', status.label, z.enum(['planned', 'option'], ':label is niet geldig.').default('planned'), {
    options: { planned: 'Gepland', option: 'Optie' },
  }),
  /** Until when it is an option. */
  option_until: day('Optie tot en met'),
  /** Empty: those of the course. */
  max_count: optionalCount(max_count.label, max_count.min!, max_count.max!),
  incompany: yesNo('Incompany'),
  selected_company_ids: fieldOf('selector', 'Bedrijven', idList(500), { record: 'company' }),
  /** How it is planned many times; its plannings are asked for by the day that the pattern gives. */
  series: fieldOf('list', 'Reeks', z.unknown(), { items: seriesFields }),
  occasions: fieldOf('list', 'Planningen van de reeks', z.unknown(), { items: occasionFields }),
  appointments: fieldOf('list', 'Onderdelen', z.unknown(), { items: appointmentFields }),
}
