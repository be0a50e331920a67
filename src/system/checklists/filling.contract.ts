/** What can be asked in a checklist, and how an answer is read and judged. */

export const BLOCK_KINDS = {
  'yes-no': 'Ja of nee',
  choice: 'Keuze',
  number: 'Getal',
  text: 'Tekst',
  photo: 'Foto',
  signature: 'Handtekening',
  heading: 'Kop',
} as const
export type BlockKind = keyof typeof BLOCK_KINDS

/** One thing that is asked. Numbers are decimals with a point, never rounded. */
export interface Block {
  kind: BlockKind
  label: string
  required: boolean
  options: string[]
  unit: string
  lowest: string | null
  highest: string | null
}

/** What was filled in for it. */
export interface Answer {
  answer: string
  remark: string
  /** How many photos or signatures it has. */
  files: number
}

export const MOST_PHOTOS = 5

const NUMBER = /^(-?)0*(\d{1,9}?)(?:[.,](?=\d)(\d{0,3}?)0*)?$/

/** A number as it was typed, with a point and no needless zeros; null for what is none. */
export function readNumber(typed: string): string | null {
  const [, sign = '', whole, part = ''] = NUMBER.exec(typed.trim()) ?? []
  if (whole === undefined) return null
  const digits = part === '' ? whole : `${whole}.${part}`
  return Number(digits) === 0 ? '0' : sign + digits
}

/** A number as people write it: '12,5'. */
export const writtenNumber = (number: string | null): string => {
  const plain = number === null ? null : readNumber(number)
  return plain === null ? '' : plain.replace('.', ',')
}

/** Whether a block takes an answer of text, or of files. */
export const isAsked = ({ kind }: Pick<Block, 'kind'>): boolean => kind !== 'heading'
export const takesFiles = ({ kind }: Pick<Block, 'kind'>): boolean => kind === 'photo' || kind === 'signature'

/** Reads what was typed for a block: the answer as it is kept, or why it is none. An empty one is always read. */
export function readAnswer(block: Block, typed: string): { answer: string } | { error: string } {
  const text = typed.trim()
  if (text === '' || !isAsked(block) || takesFiles(block)) return { answer: '' }
  switch (block.kind) {
    case 'yes-no':
      return text === '1' || text === '0' ? { answer: text } : { error: 'Kies Ja of Nee.' }
    case 'choice':
      return block.options.includes(text) ? { answer: text } : { error: 'Maak een keuze' }
    case 'number': {
      const number = readNumber(text)
      return number === null ? { error: 'Vul een getal in, zoals 12,5.' } : { answer: number }
    }
    default:
      return { answer: text }
  }
}

const isAnswered = (block: Block, { answer, files }: Answer): boolean => (takesFiles(block) ? files > 0 : answer !== '')

/** What still has to be answered before the checklist is finished. */
export const isMissing = (block: Block, answer: Answer): boolean =>
  isAsked(block) && block.required && !isAnswered(block, answer)

export type Verdict = 'low' | 'high' | 'within'

/** How a measured value lies to its limits; null where there are none, or there is no value. */
export function verdictOf({ kind, lowest, highest }: Block, answer: string): Verdict | null {
  if (kind !== 'number' || answer === '' || (lowest === null && highest === null)) return null
  if (lowest !== null && Number(answer) < Number(lowest)) return 'low'
  if (highest !== null && Number(answer) > Number(highest)) return 'high'
  return 'within'
}

export const VERDICTS: Record<Verdict, string> = { low: 'te laag', high: 'te hoog', within: 'in orde' }

/** 'tussen 2 en 7 °C'; empty where there are no limits. */
export function limitsText({ lowest, highest, unit }: Block): string {
  const of = unit === '' ? '' : ` ${unit}`
  if (lowest !== null && highest !== null) return `tussen ${writtenNumber(lowest)} en ${writtenNumber(highest)}${of}`
  if (lowest !== null) return `minimaal ${writtenNumber(lowest)}${of}`
  return highest === null ? '' : `maximaal ${writtenNumber(highest)}${of}`
}

/** The answer in words, as it is read and printed; empty when there is none. */
export function answerText(block: Block, answer: string): string {
  if (answer === '') return ''
  if (block.kind === 'yes-no') return answer === '1' ? 'Ja' : 'Nee'
  if (block.kind !== 'number') return answer
  return block.unit === '' ? writtenNumber(answer) : `${writtenNumber(answer)} ${block.unit}`
}

/** What deserves attention when it is read: a no, and a value outside its limits. */
export const isNotable = (block: Block, answer: string): boolean =>
  (block.kind === 'yes-no' && answer === '0') || ['low', 'high'].includes(verdictOf(block, answer) ?? '')
