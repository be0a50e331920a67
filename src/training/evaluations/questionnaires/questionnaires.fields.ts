import * as z from 'zod'
import {
  choice,
  count,
  fieldOf,
  optionalCount,
  paragraphs,
  reference,
  requiredLine,
  requiredReference,
  yesNo,
} from '../../../platform/fields/kinds.ts'
import { everyParserOf } from '../../../platform/fields/facts.ts'
import { selectorIdOrNull } from '../../../platform/forms/fields.ts'
import { QUESTION_TYPES } from './questions.contract.ts'
import { withOptions } from './questions.rules.ts'

/** What a question consists of. */
export const questionFields = {
  name: requiredLine('Vraag', 300),
  type: choice('Soort', QUESTION_TYPES, 'rate'),
  category_id: requiredReference('Categorie', 'evaluation_category'),
  option_group_id: reference('Antwoorden', 'evaluation_option_group'),
  description: paragraphs('Uitleg bij de vraag', { maxlength: 1000 }),
  required: yesNo('Verplicht'),
  teacher: yesNo('Voor elke docent apart'),
}

const MOST_QUESTIONS = 60
const questions = z
  .array(z.object({ id: selectorIdOrNull, ...everyParserOf(questionFields) }).superRefine(withOptions))
  .max(MOST_QUESTIONS, `Een evaluatie heeft hooguit ${MOST_QUESTIONS} vragen.`)
  .default([])

/** What an evaluation consists of. */
export const evaluationFields = {
  name: requiredLine('Naam', 120),
  enabled: yesNo('In gebruik'),
  anonymous: yesNo('Anoniem'),
  intro: paragraphs('Inleiding', { maxlength: 2000 }),
  open_days: count('Open tot', 1, 90, { unit: 'dagen na het laatste onderdeel' }),
  low_score: optionalCount('Taak bij een cijfer onder', 1, 100, { unit: 'procent' }),
  questions: fieldOf('list', 'Vragen', questions, { items: questionFields, min: 0, max: MOST_QUESTIONS }),
}

export const categoryFields = { name: requiredLine('Naam', 120) }

/** What can be chosen from, each with what it scores. */
export const optionFields = {
  label: requiredLine('Antwoord', 120),
  value: optionalCount('Score', 0, 100, { unit: 'procent' }),
}

const MOST_OPTIONS = 20
const options = z
  .array(z.object({ id: selectorIdOrNull, ...everyParserOf(optionFields) }), 'Vul minimaal twee antwoorden in.')
  .min(2, 'Vul minimaal twee antwoorden in.')
  .max(MOST_OPTIONS, `Een groep heeft hooguit ${MOST_OPTIONS} antwoorden.`)
  .refine(
    (rows) => new Set(rows.map(({ label }) => label.toLowerCase())).size === rows.length,
    'Geef elk antwoord een eigen naam.',
  )

export const optionGroupFields = {
  name: requiredLine('Naam', 120),
  options: fieldOf('list', 'Antwoorden', options, { items: optionFields, min: 2, max: MOST_OPTIONS }),
}

/** What a course is evaluated with. */
export const courseEvaluationFields = { evaluation_id: reference('Evaluatie', 'evaluation') }
