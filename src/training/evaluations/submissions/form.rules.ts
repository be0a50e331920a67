/** What the form of a student asks, screen by screen, and what was answered in it. */
import { Invalid } from '../../../platform/errors.ts'
import {
  HIGHEST_RATE,
  type Question,
  type QuestionType,
  type Read,
  byCategory,
  readAnswer,
} from '../questionnaires/index.ts'

interface Teacher {
  id: number
  name: string
}

/** A question as it is asked once, of one teacher or of none. */
export interface Ask {
  key: string
  question: Question
  teacher: Teacher | null
}

/** A question for each teacher is asked of each; where nobody is known, once. */
export const asksOf = (questions: readonly Question[], teachers: readonly Teacher[]): Ask[] =>
  questions.flatMap((question): Ask[] =>
    question.teacher && teachers.length > 0
      ? teachers.map((teacher) => ({ key: `q${question.id}_${teacher.id}`, question, teacher }))
      : [{ key: `q${question.id}`, question, teacher: null }],
  )

export interface Given {
  answers: Record<string, string | string[]>
  reasons: Record<string, string>
  phone: string | null
}

export interface Answered extends Read {
  question_id: number
  teacher_id: number | null
  reason: string | null
  type: QuestionType
}

const sentFor = (answers: Given['answers'], key: string): string[] =>
  Object.entries(answers).flatMap(([name, sent]) => (name === key || name.startsWith(`${key}.`) ? sent : []))

/** What is said of all that its form never sends, and of what is missing. */
export const WRONG = 'Er ging iets mis. Controleer uw antwoorden.'

/**
 * Reads what was sent.
 * @param finish whether it is all: then nothing that is required may be missing
 * @throws Invalid for what the form never sends, and for what is missing
 */
export function readAnswers(asks: readonly Ask[], given: Given, finish: boolean): Answered[] {
  return asks.flatMap(({ key, question, teacher }) => {
    const read = readAnswer(question, sentFor(given.answers, key))
    if (read === 'wrong' || (read === null && finish && question.required)) throw new Invalid({ _form: [WRONG] })
    if (read === null) return []
    if (finish && question.type === 'call' && read.answer === '1' && given.phone === null)
      throw new Invalid({ _form: [WRONG] })
    const reason = question.type === 'yes_no' ? given.reasons[key] || null : null
    return [{ ...read, reason, type: question.type, question_id: question.id, teacher_id: teacher?.id ?? null }]
  })
}

/** The mean of what scores; null where nothing does. */
export function scoreOf(answers: readonly { score: number | null }[]): number | null {
  const scores = answers.flatMap(({ score }) => score ?? [])
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length
}

export interface Kept {
  question_id: number
  teacher_id: number | null
  answer: string
  reason: string | null
}

/** The screens as the view draws them, with what was answered before. */
export function screensOf(asks: readonly Ask[], kept: readonly Kept[] = []) {
  const draws = asks.map(({ key, question, teacher }) => {
    const before = kept.find((one) => one.question_id === question.id && one.teacher_id === (teacher?.id ?? null))
    return {
      key,
      ...question,
      about: teacher?.name ?? null,
      answer: before?.answer ?? '',
      chosen: before?.answer.split(',') ?? [],
      reason: before?.reason ?? '',
    }
  })
  return byCategory(draws).map(({ name, questions }, i) => ({ name, questions, number: i + 1 }))
}

export const RATES = Array.from({ length: HIGHEST_RATE }, (_, i) => i + 1)
