import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { formFragment } from '../../../platform/screens/form/form-fragment.ts'
import { savedSetting, settingFields, settingForm, settingsArea, writeSetting } from '../../../system/settings/index.ts'
import { PLACES } from './places.commands.ts'

const MapSettingsForm = z.object({ version, ...parsersOf(settingFields, 'look_up_places') })

/** Whether addresses of orders are looked up outside by themselves, for the map. */
export const mapSettings = formFragment({
  area: settingsArea,
  record: 'setting',
  recordParam: null,
  right: 'change',
  ...settingForm('map'),
  path: '/settings/map',
  pageAddress: '/settings/?tab=map',
  title: 'Kaart',
  view: 'administration/orders/map-settings',
  form: MapSettingsForm,
  save: async ({ trx, form: { version, ...value } }) => {
    const saved = savedSetting(await writeSetting(trx, 'map', value, version))
    if (value.look_up_places) await addJob(trx, PLACES, {}, { key: PLACES })
    return saved
  },
  example: () => ({ form: { look_up_places: '1' } }),
})
