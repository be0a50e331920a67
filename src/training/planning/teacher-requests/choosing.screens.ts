import type * as z from 'zod'
import type { Db } from '../../../platform/database/types.ts'
import { formatCount, formatDateTime } from '../../../platform/format/format.ts'
import { noMailNote } from '../../../platform/mail/sending.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { preview } from '../../../platform/screens/form/preview.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { workloadTexts } from '../../catalogue/workload/index.ts'
import { endsAfter } from './create.commands.ts'
import { findAddressed, listCandidates } from './candidates.queries.ts'
import { teacherSearchArea } from './rights.ts'
import { startSearch, whyNoSearch } from './searching.commands.ts'
import { SearchDraft, SearchForm } from './teacher-requests.forms.ts'
import { requestSubject, requestText } from './teacher-requests.mails.ts'
import { type SearchPart, findOpenSearch, getSearchPart } from './teacher-requests.queries.ts'
import { lacking, whyNotAsked } from './teacher-requests.rules.ts'
import { aboutPart, neededText } from './words.rules.ts'

/** So many of the first who can are ticked when the form opens. */
const PROPOSED = 3

/** What the first of these teachers would read now. */
async function previewOf(db: Db, part: SearchPart, draft: z.output<typeof SearchDraft>) {
  const [first] = draft.teachers
  const name = first === undefined ? undefined : await findAddressed(db, first)
  const until = draft.answer_hours === null ? null : await endsAfter(db, new Date(), draft.answer_hours, part)
  return {
    to: name ?? null,
    subject: requestSubject(part),
    text: requestText(part, {
      name: name ?? '(voornaam)',
      message: draft.message,
      until: until === null ? 'de afgesproken tijd' : formatDateTime(until),
    }),
  }
}

/** What somebody who is asked would read, while it is typed. */
export const teachersAskPreview = preview({
  area: teacherSearchArea,
  record: 'appointment',
  right: 'change',
  path: '/teacher-requests/ask/:id/preview',
  form: SearchDraft,
  formRecords: { teachers: 'contact' },
  view: 'training/teacher-requests/preview',
  load: async ({ db, params, form }) => ({ preview: await previewOf(db, await getSearchPart(db, params.id), form) }),
  example: (story) => ({
    params: { id: story.teaching.lacking },
    form: { answer_hours: 8, message: 'Graag', 'teachers[]': story.teaching.free },
  }),
})

/** Asks teachers for a part: whom, in which way, and what they read. */
export const teachersAsk = formPopup({
  area: teacherSearchArea,
  home: '/calendar',
  record: 'appointment',
  fieldsOf: 'teacher-search',
  right: 'change',
  path: '/teacher-requests/ask/:id',
  size: 'medium',
  load: async ({ db, params, services, viewer }) => {
    const part = await getSearchPart(db, params.id)
    const refusal = whyNoSearch(part, (await findOpenSearch(db, params.id)) !== undefined, new Date())
    const lack = lacking(part.needed, part.there)
    const proposed = Math.max(PROPOSED, lack)
    const candidates = (refusal === null ? await listCandidates(db, services.registry, part) : []).map((one, i) => {
      const why = whyNotAsked(one)
      return { ...one, why, text: workloadTexts(one).join(', '), chosen: why === null && i < proposed }
    })
    const teachers = candidates.flatMap(({ id, chosen }) => (chosen ? [id] : []))
    const { answer_hours } = await readSetting(db, 'waiting_list')
    return {
      part,
      refusal,
      needed: neededText(part),
      answer_hours,
      noMail: await noMailNote(services, viewer),
      preview: await previewOf(db, part, { answer_hours, message: '', teachers }),
      candidates,
    }
  },
  title: 'Docenten vragen',
  subtitle: ({ part }) => aboutPart(part),
  view: 'training/teacher-requests/ask',
  form: SearchForm,
  formRecords: { teachers: 'contact' },
  refusal: ({ refusal }) => refusal ?? undefined,
  submits: [{ label: 'Docenten vragen' }],
  save: async ({ trx, params, form, services }) => {
    await startSearch(trx, services, params.id, form)
    const { length } = form.teachers
    return {
      changed: [{ type: 'appointment', id: params.id }],
      flash: {
        str:
          form.way === 'in_order'
            ? `${formatCount(length, 'docent wordt', 'docenten worden op volgorde')} gevraagd`
            : `${formatCount(length, 'docent wordt', 'docenten worden tegelijk')} gevraagd`,
        type: 'success',
      },
    }
  },
  example: (story) => ({
    params: { id: story.teaching.lacking },
    form: { way: 'in_order', answer_hours: 8, 'teachers[]': story.teaching.free },
  }),
})
