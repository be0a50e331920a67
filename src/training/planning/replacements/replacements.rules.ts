import { formatCount, formatDate } from '../../../platform/format/format.ts'
import { type Span, gapBetween, onOtherDays, overlaps } from '../../../system/occupations/index.ts'
import { type Finding, REST_HOURS } from '../appointments/index.ts'
import { type Workload, workloadTexts } from '../../catalogue/workload/index.ts'

/** Somebody who could take over a part, with what is known of them for it. */
export interface Candidate extends Workload {
  id: number
  name: string
  /** What is not right about it, as planning judges it. */
  findings: readonly Pick<Finding, 'tone' | 'taken' | 'text'>[]
  /** Skills that the part asks for and this person has. */
  skills: readonly string[]
  /** Until when the own certificates that prove them are valid, YYYY-MM-DD; null where none of ours does. */
  provedUntil: string | null
  /** To or from what else is given that day at another establishment; null where there is nothing, or nobody said. */
  travelMinutes: number | null
  /** What is planned in the week of the part already. */
  weekMinutes: number
  /** Parts of the last four weeks that were given, or asked for. */
  lately: number
}

const HOUR = 60
/** More than this in a week is asked last. */
const FULL_WEEK = 40 * HOUR

/** Nobody is proposed who could not be planned. */
const isValid = ({ findings }: Candidate): boolean => findings.every(({ tone }) => tone !== 'red')

/**
 * What it costs to ask somebody, to be compared from left to right: what is tight, a week that is full, and then the way
 * there and back, hours of that week and how often of late, as minutes.
 */
function costOf({ findings, travelMinutes, weekMinutes, lately }: Candidate): number[] {
  return [findings.length, weekMinutes >= FULL_WEEK ? 1 : 0, 2 * (travelMinutes ?? 0) + weekMinutes / 10 + lately * 15]
}

function compare(a: Candidate, b: Candidate): number {
  const [left, right] = [costOf(a), costOf(b)]
  const at = left.findIndex((cost, i) => cost !== right[i])
  return at < 0 ? a.id - b.id : left[at]! - right[at]!
}

/** Who can take over, the best first. */
export const rank = <C extends Candidate>(candidates: readonly C[]): C[] => candidates.filter(isValid).sort(compare)

/** Why somebody is proposed, in words: 'BHV-instructeur, vrij, 20 minuten reistijd, 12 uur in die week, …'. */
export function reasonsOf({ skills, provedUntil, travelMinutes, ...load }: Candidate): string[] {
  return [
    ...(skills.length === 0 ? [] : [`heeft ${skills.join(' en ')}`]),
    ...(provedUntil === null ? [] : [`eigen certificaat geldig t/m ${formatDate(provedUntil)}`]),
    'vrij',
    ...(travelMinutes === null ? [] : [`${formatCount(travelMinutes, 'minuut', 'minuten')} reistijd`]),
    ...workloadTexts(load),
  ]
}

const KINDS = [
  {
    is: ({ taken }: Candidate['findings'][number]) => taken,
    one: 'is bezet of afwezig',
    many: 'zijn bezet of afwezig',
  },
  { is: () => true, one: 'mist wat wordt gevraagd', many: 'missen wat wordt gevraagd' },
]

/** Why nobody of these is proposed: 'Niemand kan invallen: 2 zijn bezet of afwezig, 1 mist wat wordt gevraagd.' */
export function whyNobody(candidates: readonly Candidate[]): string {
  if (candidates.length === 0) return 'Niemand anders heeft deze rol.'
  const kinds = candidates.map(({ findings }) => {
    const red = findings.filter(({ tone }) => tone === 'red')
    return KINDS.find(({ is }) => red.some(is))
  })
  const told = KINDS.map((kind) => ({ kind, count: kinds.filter((one) => one === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${count === 1 ? kind.one : kind.many}`)
  return `Niemand kan invallen: ${told.join(', ')}.`
}

/** Whether one person can do both of these: not at once, and with a night between two days. */
export const goesTogether = (a: Span, b: Span): boolean =>
  !overlaps(a, b) && !(gapBetween(a, b) < REST_HOURS * HOUR * 60_000 && onOtherDays(a, b))

interface ToReplace extends Span {
  id: number
  candidates: readonly Candidate[]
}

const minutesOf = ({ starts_at, ends_at }: Span): number => (ends_at.getTime() - starts_at.getTime()) / 60_000

/**
 * Who is best for all: what has fewest to choose from first, nobody twice at a time or without a night between, and each
 * part that somebody gets counts in what they have of that week and of late, so that the work is spread.
 * @returns by part who takes it over; a part for which nobody is left is not among them
 */
export function proposeAll(parts: readonly ToReplace[]): Map<number, number> {
  const proposed = new Map<number, number>()
  // Who is left for each part, as they are after what was given; only who is given something changes.
  const left = new Map(
    parts.map((part) => [part, new Map(part.candidates.filter(isValid).map((one) => [one.id, one]))]),
  )
  const first = (a: ToReplace, b: ToReplace) =>
    left.get(a)!.size - left.get(b)!.size || +a.starts_at - +b.starts_at || a.id - b.id
  while (left.size > 0) {
    const next = [...left.keys()].reduce((a, b) => (first(a, b) <= 0 ? a : b))
    const [best] = rank([...left.get(next)!.values()])
    left.delete(next)
    if (!best) continue
    proposed.set(next.id, best.id)
    for (const [part, people] of left) {
      const same = people.get(best.id)
      if (!same) continue
      if (goesTogether(part, next))
        people.set(best.id, { ...same, weekMinutes: same.weekMinutes + minutesOf(next), lately: same.lately + 1 })
      else people.delete(best.id)
    }
  }
  return proposed
}
