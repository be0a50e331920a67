import { wizard } from '../../../../platform/screens/form/wizard.ts'
import { appointmentsArea } from '../../appointments/rights.ts'
import { planningFields } from '../planning.fields.ts'
import { PlanningForm } from '../planning.forms.ts'
import { AddQuery } from '../starting-moment.ts'
import { planningBase, planningSteps } from '../planning.screens.ts'
import { addSeries } from './series.commands.ts'
import { SeriesForm } from './series.forms.ts'
import { seriesText } from './series.rules.ts'
import { seriesStep } from './series.step.ts'

/** Plans a course many times: the steps of one planning, then how it is repeated and all that comes of it. */
export const seriesAdd = wizard({
  area: appointmentsArea,
  record: 'appointment',
  recordParam: null,
  fieldsOf: 'appointment_group',
  right: 'change',
  path: '/calendar/add-series',
  home: '/calendar',
  title: 'Reeks toevoegen',
  query: AddQuery,
  load: async (ctx) => ({ ...(await planningBase(ctx)), isSeries: true }),
  steps: [
    ...planningSteps.map((step) => (step.key === 'teachers' ? { ...step, check: PlanningForm } : step)),
    {
      key: 'series',
      label: planningFields.series.label,
      view: 'training/planning/series',
      load: ({ services }, _base, fields) => seriesStep(services, fields),
    },
  ],
  form: SeriesForm,
  submits: [{ label: 'Reeks toevoegen' }],
  save: async ({ trx, form, services }) => {
    const { planningIds, firstPart, open } = await addSeries(trx, services.registry, form)
    return {
      changed: [{ type: 'appointment', id: 0 }],
      flash: { str: seriesText(planningIds, open), type: 'success' },
      body: { id: firstPart, planning_ids: planningIds },
    }
  },
  example: (story) => ({
    query: { datetime: '1795770000', type: 'w' },
    form: { course_id: story.courses.bhvRefresher },
  }),
})
