import { formatDate } from '../../../platform/format/format.ts'
import { file } from '../../../platform/screens/call/calls.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { NotFound } from '../../../platform/errors.ts'
import { letterPdf } from '../../sales/papers/index.ts'
import { LETTER_NAMES } from './letter.rules.ts'
import { getLetter, listLetters } from './letters.queries.ts'
import { remindersArea } from './rights.ts'
import { letterLine } from './shown.rules.ts'

const access = { area: remindersArea, record: 'reminder', right: 'view' } as const

/** A letter that was written: what it asked, and what became of its mail. */
export const reminderView = popup({
  ...access,
  path: '/administration/reminders/:id',
  home: '/administration/reminders',
  size: 'medium',
  load: async ({ db, params }) => {
    const letter = await getLetter(db, params.id)
    const line = (await listLetters(db, letter)).find(({ id }) => id === params.id)
    return { letter, line: line && letterLine(line), paper: letter.step === 'collection' ? null : letter.facts.paper }
  },
  title: ({ letter }) => LETTER_NAMES[letter.step],
  subtitle: ({ letter }) => formatDate(letter.written_on),
  options: ({ letter, paper }) =>
    paper === null
      ? []
      : [{ area: remindersArea, label: 'PDF downloaden', icon: 'file-type-pdf', kind: 'download', url: `/administration/reminders/${letter.id}/pdf` }], // prettier-ignore
  layout: 'tabs',
  parts: [{ key: 'overview', label: 'Brief', icon: 'mail', view: 'administration/reminders/letter' }],
  example: (story) => ({ params: { id: story.reminder } }),
})

export const reminderFile = file({
  ...access,
  path: '/administration/reminders/:id/pdf',
  open: async ({ db, params, services }) => {
    const { facts, step } = await getLetter(db, params.id)
    if (step === 'collection') throw new NotFound('Brief')
    return { name: `${LETTER_NAMES[step].toLowerCase()}.pdf`, mimeType: 'application/pdf', content: letterPdf(services.files, facts.paper) } // prettier-ignore
  },
  example: (story) => ({ params: { id: story.reminder } }),
})
