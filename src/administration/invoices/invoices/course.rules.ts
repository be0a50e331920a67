/** What became of an invoice and what comes, as its timeline tells it. */
import { formatDate, formatDateTime, formatMoney } from '../../../platform/format/format.ts'
import { today as dayOf } from '../../../platform/format/zone.ts'
import { besideText } from '../../sales/claims/index.ts'
import { MARKS } from './labels.ts'

/** A moment in the course of an invoice, as its timeline shows it; what is still to come has an open dot. */
export interface Moment {
  title: string
  text: string
  state: 'next' | 'done' | 'late' | 'begun'
  /** What it leads to. */
  href?: string
}

interface Course {
  created_at: Date
  definitive_at: Date | null
  expires_at: string
  open: number
  order: string | null
  quotation: string | null
}
interface Facts {
  payments: {
    paid_on: string
    amount: number
    costs?: number | null
    interest?: number | null
    note: string | null
    source: string
    takes_back_id: number | null
  }[]
  marks: { kind: string; marked_at: Date; note: string | null }[]
  credits: { id: number; uid: string | null; definitive_at: Date | null; total: number }[]
}

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ')

function paymentTitle({
  amount,
  source,
  takes_back_id,
}: Pick<Facts['payments'][number], 'amount' | 'source' | 'takes_back_id'>): string {
  if (takes_back_id !== null) return amount > 0 ? 'Terugboeking vervallen' : 'Teruggeboekt'
  if (source === 'difference') return 'Betaalverschil'
  if (amount < 0) return 'Terugbetaald'
  return source === 'online' ? 'Online betaald' : 'Betaald'
}

/** All that was told of an invoice, each with the instant or the day on which it was so. */
const toldOf = ({ payments, marks, credits }: Facts): { on: string; moment: Moment }[] => [
  ...marks.map(({ kind, marked_at, note }) => ({
    on: dayOf(marked_at),
    moment: {
      title: MARKS[kind] ?? kind,
      text: joined(formatDateTime(marked_at), note),
      state: kind === 'disputed' ? ('late' as const) : ('done' as const),
    },
  })),
  ...payments.map(({ paid_on, amount, note, source, takes_back_id, ...parts }) => ({
    on: paid_on,
    moment: {
      title: paymentTitle({ amount, source, takes_back_id }),
      text: joined(formatMoney(Math.abs(amount)), besideText(parts), formatDate(paid_on), note),
      state: takes_back_id === null || amount > 0 ? ('done' as const) : ('late' as const),
    },
  })),
  ...credits.flatMap(({ id, uid, definitive_at, total }) =>
    definitive_at === null
      ? []
      : [
          {
            on: dayOf(definitive_at),
            moment: {
              title: 'Gecrediteerd',
              text: joined(formatMoney(-total), uid),
              state: 'done' as const,
              href: `/administration/invoice/view/${id}`,
            },
          },
        ],
  ),
]

/** What became of an invoice and what comes, the latest on top. */
export function courseOf(invoice: Course, facts: Facts, day: string): Moment[] {
  const source = invoice.order ?? invoice.quotation
  const began: Moment = {
    title: 'Concept gemaakt',
    text: [formatDateTime(invoice.created_at), source && `uit ${source}`].filter(Boolean).join(', '),
    state: 'begun',
  }
  if (invoice.definitive_at === null) return [began]
  const isLate = invoice.expires_at < day
  const due: Moment = {
    title: isLate ? 'Vervallen' : 'Vervalt',
    text: joined(formatDate(invoice.expires_at), `${formatMoney(invoice.open)} open`),
    state: isLate ? 'late' : 'next',
  }
  const told = toldOf(facts).sort((a, b) => (a.on < b.on ? 1 : a.on > b.on ? -1 : 0))
  return [
    ...(invoice.open > 0 ? [due] : []),
    ...told.map(({ moment }) => moment),
    { title: 'Definitief gemaakt', text: formatDateTime(invoice.definitive_at), state: 'done' },
    began,
  ]
}

/** '€ 140,00 waarvan € 40,00 incassokosten', where a payment was not all of the invoice. */
const ofWhich = (amount: number, parts: Parameters<typeof besideText>[0]): string | null => {
  const beside = besideText(parts)
  return beside === null ? null : `${formatMoney(Math.abs(amount))} ${beside}`
}

/** What was taken off an invoice that has a number, and what is left of it; nothing where that is all it comes to. */
export function settledOf(
  { total, credits_id, written_off }: { total: number; credits_id: number | null; written_off: boolean },
  { payments, credits }: Pick<Facts, 'payments' | 'credits'>,
): { label: string; amount: string; isLeft: boolean }[] {
  const taken = [
    ...payments.map(({ paid_on, amount, costs = null, interest = null }): [string, number] => [
      [`${amount < 0 ? 'Terugbetaald' : 'Betaald'} op ${formatDate(paid_on)}`, ofWhich(amount, { costs, interest })].filter(Boolean).join(', '), // prettier-ignore
      (costs ?? 0) + (interest ?? 0) - amount,
    ]),
    ...credits
      .filter(({ definitive_at }) => definitive_at !== null)
      .map((credit): [string, number] => [`Gecrediteerd met ${credit.uid}`, credit.total]),
  ]
  const left = taken.reduce((sum, [, cents]) => sum + cents, total)
  if (written_off) taken.push(['Afgeboekt', -left])
  if (credits_id !== null || taken.length === 0) return []
  const rest = written_off ? 0 : left
  return [
    ...taken.map(([label, cents]) => ({ label, amount: formatMoney(cents), isLeft: false })),
    { label: rest < 0 ? 'Terug te betalen' : 'Openstaand', amount: formatMoney(Math.abs(rest)), isLeft: true },
  ]
}
