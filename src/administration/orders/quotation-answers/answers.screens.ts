import * as z from 'zod'
import { NotFound } from '../../../platform/errors.ts'
import { formatDateTime } from '../../../platform/format/format.ts'
import { id } from '../../../platform/forms/fields.ts'
import { file } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { getQuotation } from '../quotations/index.ts'
import { quotationsArea } from '../quotations/rights.ts'
import { answerQuestion } from './answering.commands.ts'
import { ReplyForm } from './answers.forms.ts'
import { getQuestion, listSignings } from './answers.queries.ts'
import { signedDownload } from './signing.files.ts'

/** A question of a customer is answered: it stands on the page of the quotation. */
export const questionAnswer = formPopup({
  area: quotationsArea,
  record: 'quotation-question',
  right: 'change',
  path: '/administration/quotation/question/:id',
  home: '/administration/quotations',
  size: 'small',
  load: async ({ db, params }) => {
    const question = await getQuestion(db, params.id)
    return { question, quotation: await getQuotation(db, question.quotation_id) }
  },
  title: ({ quotation }) => `Vraag over ${quotation.uid}`,
  subtitle: ({ question, quotation }) =>
    `${question.name || quotation.customer} · ${formatDateTime(question.created_at)}`,
  refusal: ({ question }) => (question.answer === null ? undefined : 'Deze vraag is al beantwoord.'),
  view: 'administration/quotation-answers/question',
  form: ReplyForm,
  submits: [{ label: 'Antwoorden' }],
  save: async ({ trx, params, form, viewer, services }) => {
    const quotation = await answerQuestion(trx, services, params.id, { answer: form.answer, by: viewer.id })
    return {
      changed: [
        { type: 'quotation-question', id: params.id },
        { type: 'quotation', id: quotation },
      ],
      flash: { str: 'Vraag beantwoord', type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.quotationAnswers.question },
    form: { answer: 'Ja, dat kan. Wij komen dan een dag later.' },
  }),
})

const SignedQuery = z.object({ signing: id.optional().catch(undefined) })

/** What was signed, as it was kept; of one that was taken back and signed anew an earlier one too. */
export const signedFile = file({
  area: quotationsArea,
  record: 'quotation',
  right: 'view',
  path: '/administration/quotation/signed/:id',
  query: SignedQuery,
  open: async ({ db, params, query, services }) => {
    const signings = await listSignings(db).where('s.quotation_id', '=', params.id).execute()
    const signing = query.signing === undefined ? signings[0] : signings.find((one) => one.id === query.signing)
    if (!signing) throw new NotFound('Akkoord')
    return signedDownload(services, signing.id)
  },
  example: (story) => ({
    params: { id: story.quotations.accepted },
    foreign: { id: story.sales.foreignQuotation },
  }),
})
