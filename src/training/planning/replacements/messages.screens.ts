import * as z from 'zod'
import type { Db } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { formFragment } from '../../../platform/screens/form/form-fragment.ts'
import { preview } from '../../../platform/screens/form/preview.ts'
import { defaultOptions, fittingDefaults } from '../../../system/messages/index.ts'
import {
  getSetting,
  savedSetting,
  settingFields,
  settingForm,
  settingsArea,
  writeSetting,
} from '../../../system/settings/index.ts'
import { replacementAudience } from './audience.ts'
import { ReplaceForm, ReportForm } from './replacements.forms.ts'
import { TOLD, readAs, whyNotTold } from './replacements.mails.ts'
import { findAbsent, getAbsent, planReplacing } from './replacements.plan.ts'
import { replacementsArea } from './rights.ts'

const KEYS = ['to_replacing', 'to_replaced', 'to_students'] as const
const MessagesForm = z.object({ version, ...parsersOf(settingFields, ...KEYS) })

/** What there is to choose from: what fits those who read it, with how many files go along. */
async function listOptions(db: Db) {
  const [fitting, all] = [await fittingDefaults(db, replacementAudience), await defaultOptions(db)]
  const files = new Map(all.map((message) => [message.id, message.files]))
  const optionsFor = (kinds: readonly string[]) =>
    fitting
      .filter(({ fits }) => kinds.every((kind) => fits.includes(kind)))
      .map(({ id, name }) => ({ id, name, files: files.get(id) ?? 0 }))
  return Object.fromEntries(KEYS.map((key) => [key, optionsFor(TOLD[key])]))
}

/** Which messages people read when somebody takes over. */
export const replacementMessages = formFragment({
  ...settingForm('replacement_messages'),
  area: settingsArea,
  record: 'setting',
  recordParam: null,
  right: 'change',
  path: '/settings/replacement-messages',
  pageAddress: '/settings/?tab=replacement-messages',
  title: 'Berichten bij overdragen',
  view: 'training/replacements/settings',
  form: MessagesForm,
  load: async ({ db }) => ({
    setting: await getSetting(db, 'replacement_messages'),
    keys: KEYS,
    options: await listOptions(db),
  }),
  save: async ({ trx, services, form: { version: seen, ...value } }) => {
    const wrong: Record<string, string[]> = {}
    for (const key of KEYS) {
      const why = await whyNotTold(trx, services, key, value[key])
      if (why !== null) wrong[key] = [why]
    }
    if (Object.keys(wrong).length > 0) throw new Invalid(wrong)
    return savedSetting(await writeSetting(trx, 'replacement_messages', value, seen))
  },
  example: (story) => ({ form: { ...story.replacementMessages, to_students: story.replacementMessages.to_replaced } }),
})

const Reader = z.object({ reader: z.string('Kies voor wie.').max(40) })
const access = {
  area: replacementsArea,
  record: 'absence',
  right: 'change',
  view: 'training/replacements/message',
} as const

/** A message of what would be saved, as one of those who are told will read it. */
export const reportMessage = preview({
  ...access,
  recordParam: null,
  path: '/replacements/report/message',
  form: ReportForm.and(Reader),
  formRecords: { contact_id: 'contact' },
  load: async ({ db, viewer, services, form }) => {
    const absent = await findAbsent(db, form)
    if (absent === null) throw new Invalid({ contact_id: ['Kies wie er niet is.'] })
    const plan = await planReplacing(db, services.registry, viewer, { ...form, absent })
    return readAs(db, services, viewer, { plan, absent, form, reader: form.reader })
  },
  example: (story) => ({
    form: {
      contact_id: story.sickness.teacher,
      kind: 'sick',
      first_day: formatDate(today()),
      last_day: formatDate(addDays(today(), 14)),
      [`choices[p${story.sickness.part}]`]: story.contacts.teacher,
      tell_replacing: '1',
      reader: `to_replacing-${story.contacts.teacher}`,
    },
    foreign: null,
  }),
})

/** The same of an absence that is known. */
export const replaceMessage = preview({
  ...access,
  path: '/replacements/of/:id/message',
  form: ReplaceForm.extend(Reader.shape),
  load: async ({ db, viewer, services, params, form }) => {
    const absent = await getAbsent(db, params.id)
    const plan = await planReplacing(db, services.registry, viewer, { ...form, absent })
    return readAs(db, services, viewer, { plan, absent, form, reader: form.reader })
  },
  example: (story) => ({
    params: { id: story.sickness.absence },
    form: {
      [`choices[p${story.sickness.part}]`]: story.contacts.teacher,
      tell_replacing: '1',
      reader: `to_replacing-${story.contacts.teacher}`,
    },
    foreign: null,
  }),
})
