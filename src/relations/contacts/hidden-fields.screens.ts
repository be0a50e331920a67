import * as z from 'zod'
import { chosen, version } from '../../platform/forms/fields.ts'
import { formFragment } from '../../platform/screens/form/form-fragment.ts'
import { getSetting, savedSetting, settingForm, settingsArea, writeSetting } from '../../system/settings/index.ts'
import { type HidableField, keepAccountNames, HIDABLE_FIELDS } from '../naming/index.ts'

const ContactFieldsForm = z.object({ version, fields: chosen(z.enum(Object.keys(HIDABLE_FIELDS) as HidableField[])) })

/** Which fields of contacts the organisation does without; a tab of the settings. */
export const hiddenContactFields = formFragment({
  ...settingForm('hidden_contact_fields'),
  area: settingsArea,
  record: 'setting',
  recordParam: null,
  right: 'change',
  load: async ({ db }) => ({ setting: await getSetting(db, 'hidden_contact_fields'), fields: HIDABLE_FIELDS }),
  path: '/settings/contact-fields',
  pageAddress: '/settings/?tab=contact-fields',
  title: 'Contactvelden',
  view: 'relations/contacts/hidden-setting',
  form: ContactFieldsForm,
  save: async ({ trx, form }) => {
    const id = await writeSetting(trx, 'hidden_contact_fields', form.fields, form.version)
    return savedSetting(id, await keepAccountNames(trx))
  },
  example: () => ({ form: { fields: 'job_title' } }),
})
