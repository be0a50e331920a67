import { formFragment } from '../../../platform/screens/form/form-fragment.ts'
import { settingsArea } from '../../../system/settings/rights.ts'
import { setColors } from './statuses.commands.ts'
import { StatusColorsForm } from './statuses.forms.ts'
import { listStatusColors, versionOf } from './statuses.queries.ts'

/** What the colour fields start with where the house style is in use: the hues of public/css/tokens.css, in light. */
const HOUSE_STYLE: Record<string, string> = {
  option: '#b86a00',
  planned: '#2563d8',
  confirmed: '#128054',
  executed: '#0e7490',
  done: '#3d6a6f',
  cancelled: '#c62a33',
}

export const statusColors = formFragment({
  area: settingsArea,
  record: 'appointment_status',
  recordParam: null,
  right: 'change',
  path: '/settings/status-colors',
  pageAddress: '/settings/?tab=status-colors',
  title: 'Statuskleuren',
  view: 'training/statuses/form',
  form: StatusColorsForm,
  load: async ({ db }) => ({ statuses: await listStatusColors(db), houseStyle: HOUSE_STYLE }),
  version: ({ statuses }) => versionOf(statuses),
  save: async ({ trx, form }) => {
    await setColors(trx, form.statuses, form.version)
    return {
      // Every part is shown in the colour of its status.
      changed: [
        { type: 'appointment_status', id: 0 },
        { type: 'appointment', id: 0 },
      ],
      flash: { str: 'Wijziging opgeslagen', type: 'success' },
    }
  },
  example: () => ({ form: { 'statuses[0][own]': '1', 'statuses[0][color]': '#aa5500' } }),
})
