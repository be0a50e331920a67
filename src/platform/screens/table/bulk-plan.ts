import { createHash } from 'node:crypto'
import { HttpError, Invalid } from '../../errors.ts'
import { formatCount } from '../../format/format.ts'

/** What a bulk action will do, worked out by one function for the question that shows it and for the save that does it. */
export interface BulkPlan {
  /** Those with whom it is done; `change` is what a field of it holds before and after. */
  does: { id: number; name: string; change?: { from: string; to: string } }[]
  /** Those it leaves as they are, and why: the end of a sentence that begins with the name. */
  stays: { id: number; name: string; why: string }[]
  /** What comes of it besides: places, accounts, mails. The lead is set in bold. */
  outcomes: { icon: string; lead: string; text?: string }[]
  /** To what or from what, after the names: 'voor Theorie en Praktijk'. */
  about?: string
}

/** Whether mails go when it is carried out. */
export const tellsMails = ({ outcomes }: BulkPlan): boolean => outcomes.some(({ icon }) => icon === 'mail')

/** What is said of one of those chosen: why it stays as it is, or what its field becomes. */
export type Verdict = { why: string } | { why?: never; change?: { from: string; to: string } }

/** What will be done by what is said of each, and the rows with which it is done, in the order in which they are given. */
export function planOf<Row extends { id: number; name: string }>(
  rows: Row[],
  judge: (row: Row) => Verdict,
): { plan: BulkPlan; going: Row[] } {
  const judged = rows.map((row) => ({ row, verdict: judge(row) }))
  const named = ({ id, name }: Row) => ({ id, name })
  return {
    plan: {
      does: judged.flatMap(({ row, verdict }) => (verdict.why === undefined ? [{ ...named(row), ...verdict }] : [])),
      stays: judged.flatMap(({ row, verdict }) =>
        verdict.why === undefined ? [] : [{ ...named(row), why: verdict.why }],
      ),
      outcomes: [],
    },
    going: judged.flatMap(({ row, verdict }) => (verdict.why === undefined ? [row] : [])),
  }
}

/** How a bulk action is told: 'Wordt uitgeschreven', '4 cursisten uitschrijven', '4 cursisten uitgeschreven'. */
export interface BulkWords {
  one: string
  many: string
  verb: string
  done: string
  will: { one: string; many: string }
}

/** '4 van de 5 cursisten uitschrijven', or by name where it is one. */
export function bulkTitle({ does, stays }: BulkPlan, { one, many, verb }: BulkWords): string {
  const all = does.length + stays.length
  const [first] = [...does, ...stays]
  if (all === 1 && first) return `${first.name} ${verb}`
  if (stays.length === 0 || does.length === 0) return `${formatCount(all, one, many)} ${verb}`
  return `${does.length} van de ${formatCount(all, one, many)} ${verb}`
}

/** What the button says: verb, number and object (rulings 10.14). */
export const bulkLabel = ({ does }: BulkPlan, words: BulkWords): string => bulkOpen(does.length, words)

/** Title and button while a choice is still to be made: with how many it will be done at most. */
export const bulkOpen = (count: number, { one, many, verb }: BulkWords): string =>
  `${formatCount(count, one, many)} ${verb}`

/** What is told afterwards: '4 cursisten uitgeschreven, 1 niet', '3 producten geherprijsd vanaf 01-02-2030'. */
export function bulkFlash({ does, stays, about }: BulkPlan, { one, many, done }: BulkWords): string {
  const more = about && does.some(({ change }) => change) ? ` ${about}` : ''
  return `${formatCount(does.length, one, many)} ${done}${more}${stays.length === 0 ? '' : `, ${stays.length} niet`}`
}

/** Names a plan, so that the save can tell whether it is still the one that was shown. */
export const planKey = (plan: object): string =>
  createHash('sha256').update(JSON.stringify(plan)).digest('base64url').slice(0, 22)

const CHANGED = 'Er is intussen iets gewijzigd. Hieronder staat wat er nu gebeurt.'

/** @throws HttpError (409) when the plan that was shown, if any was, has become another one: the browser then shows that */
export function assertShown(plan: object, key: string | undefined): void {
  if (key !== undefined && key !== planKey(plan)) throw new HttpError(409, CHANGED, { planned: true })
}

/**
 * Holds a save to what was shown: the user saw this plan, or it leaves nobody out.
 * @param key of the plan that was shown; none for a program that asked for no preview
 * @throws HttpError (409) when it has become another one, which the browser then shows; Invalid (422) when there is
 *   nothing to do, or when somebody is left out that nobody was told of
 */
export function assertPlan(plan: BulkPlan, key: string | undefined): void {
  assertShown(plan, key)
  const [first] = plan.stays
  if (first && (key === undefined || plan.does.length === 0))
    throw new Invalid({ _form: [`${first.name} ${first.why}.`] })
  if (plan.does.length === 0) throw new Invalid({ _form: ['Er is niets te doen.'] })
}
