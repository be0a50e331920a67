import * as z from 'zod'
import { Invalid } from '../../platform/errors.ts'
import { parsersOf } from '../../platform/fields/facts.ts'
import { formatCount } from '../../platform/format/format.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { page } from '../../platform/screens/page.ts'
import { settingsArea } from '../settings/rights.ts'
import { retentionFields } from './retention.fields.ts'
import { getRetention, listRetention, setRetention } from './retention.ts'

const HOME = '/privacy/retention'
const access = { area: settingsArea } as const

/** How long each kind of personal data is kept, and what the next nightly run will do. */
export const retentionPage = page({
  ...access,
  right: 'view',
  path: '/privacy/retention',
  title: 'Bewaartermijnen',
  view: 'system/privacy/retention',
  load: async ({ db, services }) => ({ lines: await listRetention(db, services.registry) }),
})

export const retentionEdit = formPopup({
  ...access,
  fieldsOf: 'retention_term',
  right: 'change',
  path: '/privacy/retention/edit/:key(word)',
  home: HOME,
  size: 'small',
  load: ({ db, params, services }) => getRetention(db, services.registry, params.key),
  title: ({ line }) => line.label,
  view: 'system/privacy/retention-edit',
  form: z.object(parsersOf(retentionFields, 'months', 'enabled')),
  save: async ({ db, trx, params, form, services }) => {
    const { line } = await getRetention(db, services.registry, params.key)
    if (form.months < line.least)
      throw new Invalid({
        months: [`De wet vraagt dit ten minste ${formatCount(line.least, 'maand', 'maanden')} te bewaren.`],
      })
    await setRetention(trx, line.key, form)
    return { changed: [{ type: 'retention_term', id: 0 }], flash: { str: 'Wijziging opgeslagen', type: 'success' } }
  },
  example: () => ({ params: { key: 'mails' }, form: { months: 18 } }),
})
