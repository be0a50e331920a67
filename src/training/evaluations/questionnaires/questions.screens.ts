import * as z from 'zod'
import { id, idOrNone, text } from '../../../platform/forms/fields.ts'
import { action, json } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { addQuestion, deleteQuestion, editQuestion } from './questionnaires.commands.ts'
import { QuestionEditForm, QuestionForm, questionRecords } from './questionnaires.forms.ts'
import { currentVersionOf, findQuestions, getEvaluation, getQuestion } from './questionnaires.queries.ts'
import { questionsArea } from './rights.ts'

const HOME = '/evaluations'
const FAIL = 'Er ging iets mis bij het opslaan.'
const building = { area: questionsArea, record: 'evaluation_question', right: 'change' } as const
const ofEvaluation = (evaluationId: number) => ({ type: 'evaluation', id: evaluationId })

const DELETING =
  'Weet u zeker dat u de vraag wilt verwijderen? De geschiedenis van evaluaties kan hierdoor beschadigd raken. Wat al is ingevuld, blijft bij de vorige versie bewaard.'

export const questionAdd = formPopup({
  ...building,
  recordParam: null,
  alsoRecords: { evaluation_id: 'evaluation' },
  path: '/evaluations/questions/add',
  home: HOME,
  size: 'medium',
  title: 'Vraag toevoegen',
  view: 'training/questionnaires/question-form',
  query: z.object({ evaluation_id: id }),
  load: async ({ db, query }) => ({ question: null, evaluation: await getEvaluation(db, query.evaluation_id) }),
  subtitle: ({ evaluation }) => evaluation.name,
  form: QuestionForm,
  formRecords: questionRecords,
  submits: [{ label: 'Vraag toevoegen' }],
  failText: FAIL,
  save: async ({ trx, query, form }) => {
    const added = await addQuestion(trx, query.evaluation_id, form)
    return {
      changed: [{ type: 'evaluation_question', id: added }, ofEvaluation(query.evaluation_id)],
      flash: { str: 'Vraag toegevoegd', type: 'success' },
      body: { id: added },
    }
  },
  example: (story) => ({
    query: { evaluation_id: String(story.evaluations.spare) },
    form: { name: 'Wat nam u mee?', type: 'open', category_id: story.evaluations.category },
  }),
})

/** A question, as it is asked now; of a version before it is read. */
export const questionView = formPopup({
  ...building,
  path: '/evaluations/questions/view/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, params }) => {
    const question = await getQuestion(db, params.id)
    return { question, isCurrent: (await currentVersionOf(db, question.evaluation_id)) === question.version_id }
  },
  title: ({ question }) => question.name,
  subtitle: ({ question }) => question.category,
  view: 'training/questionnaires/question-form',
  form: QuestionEditForm,
  formRecords: questionRecords,
  version: ({ question }) => question.version,
  refusal: ({ isCurrent }) =>
    isCurrent ? undefined : 'Deze vraag hoort bij een eerdere versie, die niet meer verandert.',
  failText: FAIL,
  options: ({ question, isCurrent }) =>
    isCurrent
      ? [
          {
            area: questionsArea,
            right: 'change',
            label: 'Verwijderen',
            icon: 'trash',
            kind: 'post',
            danger: true,
            url: `/evaluations/questions/delete/${question.id}`,
            confirm: DELETING,
          },
        ]
      : [],
  save: async ({ trx, params, form }) => {
    const evaluationId = await editQuestion(trx, params.id, form)
    return {
      changed: [{ type: 'evaluation_question', id: params.id }, ofEvaluation(evaluationId)],
      flash: { str: 'Wijziging opgeslagen', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.evaluations.question }, form: { name: 'Hoe helder was de uitleg?' } }),
})

const removal = action({
  ...building,
  path: '/evaluations/questions/delete/:id',
  save: async ({ trx, params }) => {
    const evaluationId = await deleteQuestion(trx, params.id)
    return {
      changed: [{ type: 'evaluation_question', id: params.id }, ofEvaluation(evaluationId)],
      flash: { str: 'Vraag verwijderd', type: 'success' },
      close: true,
    }
  },
  example: (story) => ({ params: { id: story.evaluations.question } }),
})
export const questionDelete = { ...removal, deletes: true }

/** Questions with some words, and the evaluations that they are of. */
export const questionsFind = json({
  area: questionsArea,
  record: 'evaluation',
  recordParam: null,
  alsoRecords: { evaluation_id: 'evaluation' },
  right: 'view',
  path: '/evaluations/questions/find',
  query: z.object({
    name: text(300).or(z.literal('')).default(''),
    evaluation_id: z.string().max(12).default('').transform((typed) => idOrNone(typed) || null), // prettier-ignore
  }),
  answer: ({ db, query }) => findQuestions(db, { name: query.name, evaluationId: query.evaluation_id }),
  example: (story) => ({ query: { name: 'uitleg', evaluation_id: String(story.evaluations.named) } }),
})
