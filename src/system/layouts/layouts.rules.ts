import { structuredPatch } from 'diff'
import { saidBy } from '../../platform/pdf/layout/layout.ts'
import type { LayoutKind, LayoutVariable, RequiredFact } from './points.ts'

/** As many letters as base64 of the longest code has. */
export const MOST_BASE64 = 250_000

/** Code as a form sends it; null for what is no text. */
export function decodedSource(base64: string): string | null {
  try {
    const bytes = Buffer.from(base64, 'base64')
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n')
  } catch {
    return null
  }
}
export const encodedSource = (source: string): string => Buffer.from(source, 'utf8').toString('base64')

type Values = Record<string, unknown>

/** A value for every variable: its label, or what `of` says of its name; of a list one with its flags and one without. */
export function exampleOf(variables: readonly LayoutVariable[], of: (name: string, label: string) => string = (_name, label) => label): Values {
  const values: Values = {}
  for (const { name, label, each, isFlag, example } of variables) {
    const [group = '', key] = name.split('.')
    const value = each ? [rowOf(name, each, of, true), rowOf(name, each, of, false)] : isFlag ? 'ja' : (example ?? of(name, label))
    if (key === undefined) values[group] = value
    else values[group] = { ...(values[group] as object | undefined), [key]: value }
  }
  return values
} // prettier-ignore

function rowOf(list: string, each: readonly LayoutVariable[], of: (name: string, label: string) => string, flagged: boolean): Values {
  return Object.fromEntries(
    each.map(({ name, label, each: inner, isFlag, example }) => [
      name,
      inner ? [rowOf(`${list}.${name}`, inner, of, true)] : isFlag ? (flagged ? 'ja' : '') : (example ?? of(`${list}.${name}`, label)),
    ]),
  )
} // prettier-ignore

/** The first fact that paper may not go without and that this code leaves out; null when it says them all. */
export function missingFact(source: string, { variables, required }: LayoutKind): RequiredFact | null {
  const marks = new Map<string, string>()
  const markOf = (name: string): string => {
    if (!marks.has(name)) marks.set(name, `8${String(marks.size).padStart(4, '0')}9`)
    return marks.get(name)!
  }
  const said = saidBy(source, exampleOf(variables, markOf))
  return required.find(({ names }) => !names.some((name) => said.includes(marks.get(name) ?? '\0'))) ?? null
}

/** Variables with a value each, as the list beside the code shows them; a list by its first row. */
export function shownVariables(variables: readonly LayoutVariable[], values: unknown): { code: string; label: string; value: string }[] {
  return variables.flatMap(({ name, label, each }) => {
    const value = valueAt(values, name)
    if (!each) return [{ code: `{{ ${name} }}`, label, value: textOf(value) }]
    const loop = { code: `{% for regel in ${name} %}{% endfor %}`, label, value: `${Array.isArray(value) ? value.length : 0} keer` }
    const first: unknown = Array.isArray(value) ? value[0] : undefined
    return [loop, ...each.map((one) => ({ code: `{{ regel.${one.name} }}`, label: `${label}: ${one.label.toLowerCase()}`, value: textOf(valueAt(first, one.name)) }))]
  })
} // prettier-ignore

/** The pictures that it may show, by the code that is put in. */
export const shownPictures = (pictures: Readonly<Record<string, string>>) =>
  Object.entries(pictures).map(([name, label]) => ({
    code: `<img src="${name}" style="height: 20mm"/>`,
    label,
    value: '',
  }))

const valueAt = (values: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>((at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Values)[key] : undefined), values) // prettier-ignore
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 120) : '')

/** What stands on sheets, in rows of so many beside each other. */
export const rowsOf = <Card>(cards: readonly Card[], columns: number): { rijen: { kaarten: Card[] }[] } => ({
  rijen: Array.from({ length: Math.ceil(cards.length / columns) }, (_, i) => ({
    kaarten: cards.slice(i * columns, (i + 1) * columns),
  })),
})

/** A line of code beside what it was: taken away, added, the same, or where lines that are the same are left out. */
export interface ChangedLine {
  kind: 'gone' | 'new' | 'same' | 'skipped'
  text: string
}

/** More lines than this differ only where all was written anew: comparing them would take long and tell nothing. */
const MOST_CHANGES = 1500

/** What changed, with three lines around each; null where too much did. */
export function changesBetween(earlier: string, now: string): ChangedLine[] | null {
  const patch = structuredPatch('', '', earlier, now, undefined, undefined, { context: 3, maxEditLength: MOST_CHANGES })
  if (!patch) return null
  const KINDS: Record<string, ChangedLine['kind']> = { '-': 'gone', '+': 'new', ' ': 'same' }
  return patch.hunks.flatMap(({ oldStart, lines }, i) => {
    const shown = lines.flatMap((line) => (KINDS[line[0]!] ? [{ kind: KINDS[line[0]!]!, text: line.slice(1) }] : []))
    return i === 0 && oldStart <= 1 ? shown : [{ kind: 'skipped' as const, text: `regel ${oldStart}` }, ...shown]
  })
}
