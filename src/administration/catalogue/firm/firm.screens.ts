import { cityLine, streetLine } from '../../../platform/fields/address.ts'
import { formFragment } from '../../../platform/screens/form/form-fragment.ts'
import { getSetting, savedSetting, settingForm, settingsArea, writeSetting } from '../../../system/settings/index.ts'
import { FirmForm, TextsForm } from './firm.forms.ts'
import { firmDetails, unpayable } from './firm.queries.ts'
import { missingForInvoices } from './firm.rules.ts'

const access = { area: settingsArea, record: 'setting', recordParam: null, right: 'change' } as const

/** The numbers by which others know us, and what is still to be told before an invoice can go out. */
export const firmSettings = formFragment({
  ...access,
  ...settingForm('firm'),
  path: '/settings/administration',
  pageAddress: '/settings/?tab=administration',
  title: 'Administratie',
  view: 'administration/firm/firm',
  load: async ({ db, services }) => {
    const details = await firmDetails(db)
    return {
      setting: await getSetting(db, 'firm'),
      trade_name: details.trade_name,
      address: [streetLine(details), cityLine(details)].filter(Boolean).join(', '),
      missing: missingForInvoices(details),
      unpayable: await unpayable(db, services.config),
    }
  },
  form: FirmForm,
  stored: ({ setting }) => setting.value,
  save: async ({ trx, form: { version, ...value } }) => savedSetting(await writeSetting(trx, 'firm', value, version)),
  example: () => ({ form: { crkbo_no: '1234567' } }),
})

/** What stands above and below the lines of documents. */
export const textSettings = formFragment({
  ...access,
  ...settingForm('document_texts'),
  path: '/settings/document-texts',
  pageAddress: '/settings/?tab=document-texts',
  title: 'Teksten',
  view: 'administration/firm/texts',
  form: TextsForm,
  save: async ({ trx, form: { version, ...value } }) =>
    savedSetting(await writeSetting(trx, 'document_texts', value, version)),
  example: () => ({ form: { quotation_header: 'Dank voor uw aanvraag.' } }),
})
