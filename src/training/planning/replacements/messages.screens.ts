import * as z from 'zod'
import { Invalid } from '../../../platform/errors.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { preview } from '../../../platform/screens/form/preview.ts'
import { ReplaceForm, ReportForm } from './replacements.forms.ts'
import { readAs } from './replacements.mails.ts'
import { findAbsent, getAbsent, planReplacing } from './replacements.plan.ts'
import { replacementsArea } from './rights.ts'

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
