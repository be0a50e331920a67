/** Kinds of questions, and how an answer to each is read, told and scored: the server and the form of students agree here. */

export const QUESTION_TYPES = {
  options: 'Eén keuze',
  several: 'Meer keuzes',
  sum: 'Cijfer per onderdeel',
  rate: 'Cijfer van 1 tot 10',
  open: 'Open vraag',
  yes_no: 'Ja of nee, met reden',
  call: 'Mogen wij u bellen?',
} as const
export type QuestionType = keyof typeof QUESTION_TYPES

/** Kinds whose answers are chosen from, or given for each of, the options of a group. */
export const TAKES_OPTIONS: readonly QuestionType[] = ['options', 'several', 'sum']

export interface Option {
  id: number
  label: string
  /** 0 to 100; null counts nowhere. */
  value: number | null
}

export interface Asked {
  type: QuestionType
  options: Option[]
}

export const HIGHEST_RATE = 10

/** An answer as it is kept: as it was sent, in words, and what it scores from 0 to 100 (null: nowhere). */
export interface Read {
  answer: string
  told: string
  score: number | null
}

const mean = (values: number[]): number | null =>
  values.length === 0 ? null : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)

const rateOf = (sent: string | undefined): number | null => {
  const rate = /^\d{1,2}$/.test(sent ?? '') ? Number(sent) : 0
  return rate >= 1 && rate <= HIGHEST_RATE ? rate : null
}

function readChosen({ type, options }: Asked, sent: readonly string[]): Read | null | 'wrong' {
  const ids = [...new Set(sent)]
  const chosen = options.filter(({ id }) => ids.includes(String(id)))
  if (chosen.length < ids.length || (type === 'options' && chosen.length > 1)) return 'wrong'
  if (chosen.length === 0) return null
  return {
    answer: chosen.map(({ id }) => id).join(),
    told: chosen.map(({ label }) => label).join(', '),
    score: mean(chosen.flatMap(({ value }) => value ?? [])),
  }
}

/** A rate for each part, sent as '12:8'. */
function readSum({ options }: Asked, sent: readonly string[]): Read | null | 'wrong' {
  const rated = new Map(sent.map((one) => one.split(':') as [string, string]))
  if (rated.size === 0) return null
  const parts = options.map(({ id, label }) => ({ id, label, rate: rateOf(rated.get(String(id))) }))
  if (parts.some(({ rate }) => rate === null) || rated.size > parts.length) return 'wrong'
  return {
    answer: parts.map(({ id, rate }) => `${id}:${rate}`).join(),
    told: parts.map(({ label, rate }) => `${label} ${rate}`).join(', '),
    score: mean(parts.map(({ rate }) => rate! * 10)),
  }
}

function readRate(sent: string): Read | 'wrong' {
  const rate = rateOf(sent)
  return rate === null ? 'wrong' : { answer: sent, told: sent, score: rate * 10 }
}

/** Reads what was sent for a question; null: nothing was answered, 'wrong': what its form never sends. */
export function readAnswer(asked: Asked, sent: readonly string[]): Read | null | 'wrong' {
  const given = sent.map((one) => one.trim()).filter(Boolean)
  if (asked.type === 'options' || asked.type === 'several') return readChosen(asked, given)
  if (asked.type === 'sum') return readSum(asked, given)
  const [answer = ''] = given
  if (answer === '') return null
  if (given.length > 1) return 'wrong'
  if (asked.type === 'rate') return readRate(answer)
  if (asked.type === 'open') return { answer, told: answer, score: null }
  if (answer !== '1' && answer !== '0') return 'wrong'
  return { answer, told: answer === '1' ? 'Ja' : 'Nee', score: null }
}
