import { expect } from 'vitest'
import type { Question } from '../../src/platform/errors.ts'
import type { Answer } from './app.ts'

/** What a save asked before it goes on. */
export function questionOf(answer: Answer): Question {
  expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('"question"')])
  return answer.json<{ question: Question }>().question
}

/** What it is about, line by line; what is new says so. */
export const asked = (answer: Answer): string[] =>
  (questionOf(answer).lines ?? []).map(({ text, isNew }) => (isNew ? `nieuw: ${text}` : text))

/** Saves as somebody does who reads the question and goes on. */
export async function permitting(save: (more: Record<string, string>) => Promise<Answer>): Promise<Answer> {
  const { field, value } = questionOf(await save({}))
  return save({ [field]: value })
}
