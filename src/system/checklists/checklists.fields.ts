import * as z from 'zod'
import { everyParserOf } from '../../platform/fields/facts.ts'
import { choice, fieldOf, line, optionalLine, requiredLine, yesNo } from '../../platform/fields/kinds.ts'
import { longText, optionalText, selectorIdOrNull } from '../../platform/forms/fields.ts'
import { BLOCK_KINDS, MILLIONTHS, readNumber, takesText } from './filling.contract.ts'
import { BOUNDS } from './limits.rules.ts'

const MOST_OPTIONS = 30
const LONGEST_OPTION = 120

/** What can be chosen from, one to a line. */
const options = longText(4000)
  .transform((text) => [...new Set(text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim()))].filter(Boolean))
  .pipe(
    z
      .array(z.string().max(LONGEST_OPTION, `Een keuze mag hooguit ${LONGEST_OPTION} tekens lang zijn.`))
      .max(MOST_OPTIONS, `Een blok heeft hooguit ${MOST_OPTIONS} keuzes.`),
  )

const limit = (label: string, shape?: RegExp) =>
  fieldOf(
    'text',
    label,
    optionalText(14).transform((typed, ctx) => {
      if (typed === '') return null
      const number = readNumber(typed, shape)
      if (number !== null) return number
      ctx.addIssue({ code: 'custom', message: ':label is geen geldig getal.' })
      return z.NEVER
    }),
    { maxlength: 14 },
  )

/** What a block of a checklist consists of. */
export const blockFields = {
  kind: choice('Soort', BLOCK_KINDS, 'yes-no'),
  label: requiredLine('Tekst', 200),
  required: yesNo('Verplicht'),
  not_applicable: yesNo('N.v.t. mag'),
  options: fieldOf('textarea', 'Keuzes', options, { maxlength: 4000 }),
  unit: optionalLine('Eenheid', 20),
  lowest: limit('Minimaal'),
  highest: limit('Maximaal'),
}

/** A block keeps only what its kind has. */
const block = z.object({ id: selectorIdOrNull, ...everyParserOf(blockFields) }).transform((typed, ctx) => {
  const isNumber = typed.kind === 'number'
  const kept = {
    ...typed,
    required: typed.required && typed.kind !== 'heading',
    not_applicable: typed.not_applicable && takesText(typed),
    options: typed.kind === 'choice' ? typed.options : [],
    unit: isNumber ? typed.unit : '',
    lowest: isNumber ? typed.lowest : null,
    highest: isNumber ? typed.highest : null,
  }
  if (typed.kind === 'choice' && kept.options.length < 2)
    ctx.addIssue({ code: 'custom', path: ['options'], message: 'Vul minimaal twee keuzes in, elk op een eigen regel.' })
  if (kept.lowest !== null && kept.highest !== null && Number(kept.lowest) > Number(kept.highest))
    ctx.addIssue({ code: 'custom', path: ['highest'], message: 'Het maximum ligt onder het minimum.' })
  return kept
})

/** What a limit of a measured value consists of. */
export const limitFields = {
  bound: choice('Grens', BOUNDS, 'at_least'),
  class: line('Klasse', 60),
  base: limit('Basis'),
  per_metre: limit('Per meter', MILLIONTHS),
  above_metres: limit('Boven meter'),
  cap: limit('Plafond'),
  source: requiredLine('Bron', 200),
}

const limitRow = z.object(everyParserOf(limitFields)).transform((typed, ctx) => {
  const wrong = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
  if (typed.base === null) wrong('base', 'Vul een :label in.')
  if (Number(typed.above_metres) < 0) wrong('above_metres', ':label is geen geldig getal.')
  if (typed.per_metre === null && (typed.above_metres !== null || typed.cap !== null))
    wrong('per_metre', 'Vul in wat er per meter bij komt of af gaat.')
  return { ...typed, base: typed.base ?? '0' }
})

const MOST_LIMITS = 20
const limits = z.array(limitRow).max(MOST_LIMITS, `Een blok heeft hooguit ${MOST_LIMITS} grenzen.`).default([])

const MOST_BLOCKS = 100
const blocks = z
  .array(block, 'Voeg minimaal één blok toe.')
  .min(1, 'Voeg minimaal één blok toe.')
  .max(MOST_BLOCKS, `Een checklist heeft hooguit ${MOST_BLOCKS} blokken.`)
  .refine((all) => all.some(({ kind }) => kind !== 'heading'), 'Voeg minimaal één blok toe dat iets vraagt.')

/** What a checklist consists of. */
export const checklistFields = {
  name: requiredLine('Naam', 120),
  norm: optionalLine('Norm', 60),
  active: yesNo('In gebruik'),
  blocks: fieldOf('list', 'Blokken', blocks, { items: blockFields, min: 1, max: MOST_BLOCKS }),
  limits: fieldOf('list', 'Grenzen', limits, { items: limitFields, min: 0, max: MOST_LIMITS }),
}

/** What is typed for a block. */
export const answerFields = {
  answer: fieldOf('text', 'Antwoord', longText(2000), { maxlength: 2000 }),
  remark: fieldOf('text', 'Opmerking', longText(1000), { maxlength: 1000 }),
}
