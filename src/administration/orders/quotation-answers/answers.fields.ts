import { line, optionalMoment, paragraphs, reference, requiredReference } from '../../../platform/fields/kinds.ts'

const answer = paragraphs('Antwoord', { maxlength: 5000 })

/** What a customer asks about a quotation, and what is answered. */
export const questionFields = {
  quotation_id: requiredReference('Offerte', 'quotation'),
  name: line('Gevraagd door', 200, { personal: true }),
  question: paragraphs('Vraag', { maxlength: 2000, personal: true }),
  answer: {
    ...answer,
    required: true,
    parse: answer.parse.refine((text) => text !== null, 'Vul een :label in.'),
  },
  answered_at: optionalMoment('Beantwoord op'),
  answered_by: reference('Beantwoord door', 'user'),
}
