/** What can be asked in a checklist, and how an answer is read and judged. */
import { dayFromIso, formatDay, isoDay, readDay } from '../../platform/format/days.ts'

export const BLOCK_KINDS = {
  'yes-no': 'Ja of nee',
  choice: 'Keuze',
  number: 'Getal',
  date: 'Datum',
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
  /** Whether 'n.v.t.' answers it. */
  not_applicable: boolean
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
/** An answer of its own, as it is kept and told. */
export const NOT_APPLICABLE = 'n.v.t.'

const numberOf = (decimals: number) => new RegExp(`^(-?)0*(\\d{1,9}?)(?:[.,](?=\\d)(\\d{0,${decimals}}?)0*)?$`)
const THOUSANDTHS = numberOf(3)
/** Of what is multiplied. */
export const MILLIONTHS = numberOf(6)

/** A number as it was typed, with a point and no needless zeros; null for what is none. */
export function readNumber(typed: string, shape = THOUSANDTHS): string | null {
  const [, sign = '', whole, part = ''] = shape.exec(typed.trim()) ?? []
  if (whole === undefined) return null
  const digits = part === '' ? whole : `${whole}.${part}`
  return Number(digits) === 0 ? '0' : sign + digits
}

/** A number as people write it: '12,5'. */
export const writtenNumber = (number: string | null): string => {
  const plain = number === null ? null : readNumber(number, MILLIONTHS)
  return plain === null ? '' : plain.replace('.', ',')
}

/** What a meter shows: a number, or beyond which number its range ends: '>200'. */
function partsOf(reading: string): { beyond: string; number: string } | null {
  const [, beyond = '', typed = ''] = /^([<>]?)(.*)$/.exec(reading.trim()) ?? []
  const number = readNumber(typed)
  return number === null ? null : { beyond, number }
}

/** A reading as it was typed, '> 200' as '>200'; null for what is none. */
function readReading(typed: string): string | null {
  const parts = partsOf(typed)
  return parts && parts.beyond + parts.number
}

/** A reading as people write it: '12,5', '>200'; what is none, such as 'n.v.t.', stays as it is. */
function writtenReading(reading: string): string {
  const parts = partsOf(reading)
  return parts ? parts.beyond + writtenNumber(parts.number) : reading
}

/** A day as it was typed, yyyy-mm-dd; null for what is none. */
function readDate(typed: string): string | null {
  const day = readDay(typed)
  const iso = day === null ? '' : isoDay(day)
  return iso >= '1000' && iso < '3000' ? iso : null
}

const KEPT_DAY = /^\d{4}-\d\d-\d\d$/
/** A kept day as it is typed and told. */
const writtenDate = (answer: string): string => (KEPT_DAY.test(answer) ? formatDay(dayFromIso(answer)) : answer)

/** Whether a block takes an answer of text, or of files. */
export const isAsked = ({ kind }: Pick<Block, 'kind'>): boolean => kind !== 'heading'
export const takesFiles = ({ kind }: Pick<Block, 'kind'>): boolean => kind === 'photo' || kind === 'signature'
/** What takes an answer of text may be answered with 'n.v.t.'. */
export const takesText = (block: Pick<Block, 'kind'>): boolean => isAsked(block) && !takesFiles(block)

/** Reads what was typed for a block: the answer as it is kept, or why it is none. An empty one is always read. */
export function readAnswer(block: Block, typed: string): { answer: string } | { error: string } {
  const text = typed.trim()
  if (text === '' || !takesText(block)) return { answer: '' }
  if (block.not_applicable && text === NOT_APPLICABLE) return { answer: text }
  switch (block.kind) {
    case 'yes-no':
      return text === '1' || text === '0' ? { answer: text } : { error: 'Kies Ja of Nee.' }
    case 'choice':
      return block.options.includes(text) ? { answer: text } : { error: 'Maak een keuze' }
    case 'number': {
      const reading = readReading(text)
      return reading === null ? { error: 'Vul een getal in, zoals 12,5.' } : { answer: reading }
    }
    case 'date': {
      const day = readDate(text)
      return day === null ? { error: 'Vul een datum in (dd-mm-jjjj).' } : { answer: day }
    }
    default:
      return { answer: text }
  }
}

/** An answer as it stands in its control. */
export function typedAnswer({ kind }: Pick<Block, 'kind'>, answer: string): string {
  if (kind === 'number') return writtenReading(answer)
  return kind === 'date' ? writtenDate(answer) : answer
}

const isAnswered = (block: Block, { answer, files }: Answer): boolean => (takesFiles(block) ? files > 0 : answer !== '')

/** What still has to be answered before the checklist is finished. */
export const isMissing = (block: Block, answer: Answer): boolean =>
  isAsked(block) && block.required && !isAnswered(block, answer)

export type Verdict = 'low' | 'high' | 'within'

/**
 * How a measured value lies to its limits; null where there are none, or there is no value. Beyond the meter's range '>x'
 * is at least what x reaches and too high for what x reaches; for what lies above x nobody knows. '<x' is the mirror.
 */
export function verdictOf(
  { kind, lowest, highest }: Pick<Block, 'kind' | 'lowest' | 'highest'>,
  answer: string,
): Verdict | null {
  const parts = kind === 'number' ? partsOf(answer) : null
  if (!parts || (lowest === null && highest === null)) return null
  const value = Number(parts.number)
  const { beyond } = parts
  if (lowest !== null && (beyond === '<' ? value <= Number(lowest) : beyond === '' && value < Number(lowest)))
    return 'low'
  if (highest !== null && (beyond === '>' ? value >= Number(highest) : beyond === '' && value > Number(highest)))
    return 'high'
  const isEnough = lowest === null || (beyond !== '<' && value >= Number(lowest))
  const isNotTooMuch = highest === null || (beyond !== '>' && value <= Number(highest))
  return isEnough && isNotTooMuch ? 'within' : null
}

export const VERDICTS: Record<Verdict, string> = { low: 'te laag', high: 'te hoog', within: 'in orde' }

/** 'tussen 2 en 7 °C'; empty where there are no limits. */
export function limitsText({ lowest, highest, unit }: Pick<Block, 'lowest' | 'highest' | 'unit'>): string {
  const of = unit === '' ? '' : ` ${unit}`
  if (lowest !== null && highest !== null) return `tussen ${writtenNumber(lowest)} en ${writtenNumber(highest)}${of}`
  if (lowest !== null) return `minimaal ${writtenNumber(lowest)}${of}`
  return highest === null ? '' : `maximaal ${writtenNumber(highest)}${of}`
}

/** The answer in words, as it is read and printed; empty when there is none. */
export function answerText(block: Block, answer: string): string {
  if (answer === '' || answer === NOT_APPLICABLE) return answer
  if (block.kind === 'yes-no') return answer === '1' ? 'Ja' : 'Nee'
  const text = typedAnswer(block, answer)
  return block.kind === 'number' && block.unit !== '' ? `${text} ${block.unit}` : text
}

/** What deserves attention when it is read: a no, and a value outside its limits. */
export const isNotable = (block: Block, answer: string): boolean =>
  (block.kind === 'yes-no' && answer === '0') || ['low', 'high'].includes(verdictOf(block, answer) ?? '')

/** What of a filled checklist fails, with how: 'Nee', '0,42 MΩ, te laag (minimaal 1 MΩ)'. */
export const failsOf = (blocks: readonly (Block & { answer: string })[]): { label: string; text: string }[] =>
  blocks
    .filter((block) => isNotable(block, block.answer))
    .map((block) => {
      const verdict = verdictOf(block, block.answer)
      const text = answerText(block, block.answer)
      return {
        label: block.label,
        text: verdict === null ? text : `${text}, ${VERDICTS[verdict]} (${limitsText(block)})`,
      }
    })
