/** From what is open to the letters of a day: one function for the list, the question, the save and what goes by itself. */
import { EMAIL_PATTERN } from '../../../platform/forms/fields.ts'
import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import { addDays } from '../../../platform/format/zone.ts'
import { planKey } from '../../../platform/screens/table/bulk-plan.ts'
import { type BesideFacts, askedUntil, owedOn } from '../../sales/claims/index.ts'
import { type Rate, claimOf, principalOf } from './claims.rules.ts'
import { collectionCosts, vatOver } from './costs.rules.ts'
import type {
  Payer,
  KnownLetter,
  LeftOut,
  LetterItem,
  OpenItem,
  PlannedCustomer,
  PlannedLetter,
  RateKind,
  ReminderPlan,
  Waiting,
} from './types.ts'
import { STEPS, STEP_NAMES, type Sent, type Step, type StepDays, isDue, nextStep } from './steps.rules.ts'

/** What holds on a day for all letters. */
export interface Terms {
  today: string
  days: StepDays
  /** None where no interest is asked. */
  rates: Record<RateKind, Rate[]>
  /** Digits; null where no VAT is asked over costs. */
  costsVat: string | null
}

const BLOCKED = { arrangement: 'betalingsregeling', payment: 'betaling onderweg', other: 'geblokkeerd' } as const

/** What of the letters of an item is sent, and what holds the next one up. */
function standingOf({ letters }: OpenItem): { sent: Sent; held: string | null } {
  const sent: Sent = {}
  for (const { step, counts, sent_on, written_on } of letters) {
    if (!counts) continue
    if (step === 'collection') sent.collection = written_on
    else if (sent_on !== null) sent[step] = sent_on
  }
  const held = letters.find((letter) => letter.counts && letter.step !== 'collection' && letter.sent_on === null)
  return { sent, held: held ? holding(held) : null }
}

const HOLDING: Readonly<Record<string, string>> = {
  scheduled: 'heeft al een brief, die nog niet weg is',
  queued: 'heeft al een brief, die nog niet weg is',
  sending: 'heeft al een brief, die nog niet weg is',
  uncertain: 'kreeg misschien al een brief: het is onzeker of die aankwam',
  kept: 'heeft een brief die bij Berichten wacht op een mailserver',
}

/** Why a letter that was written and did not leave keeps another from being written; null where it never will leave. */
const holding = ({ mail }: KnownLetter): string | null => (mail === null ? null : (HOLDING[mail] ?? null))

const isConsumer = ({ company_id }: { company_id: number | null }) => company_id === null

/** What letters that left asked beside an item, and what was paid of it. */
const factsOf = ({ open, letters, payments, waived }: OpenItem): BesideFacts => ({
  open,
  letters: waived
    ? []
    : letters.flatMap(({ step, counts, sent_on, costs, interest }) =>
        counts && sent_on !== null ? [{ step, sent_on, costs, interest }] : [],
      ),
  paid: payments.map(({ day, costs, interest }) => ({ day, costs: costs ?? 0, interest: interest ?? 0 })),
})

/** An item as a letter tells it. */
export function itemOf(item: OpenItem, rates: readonly Rate[], today: string): LetterItem {
  const facts = factsOf(item)
  const owed = owedOn(facts, today)
  const paid = item.payments.reduce((sum, payment) => sum + principalOf(payment), 0)
  const asked = { principal: item.open + paid, expiresAt: item.expires_at, payments: item.payments }
  const claim = claimOf(asked, item.waived ? [] : rates, today)
  return {
    ...{ kind: item.kind, record_id: item.record_id, number: item.number },
    ...{ invoice_date: item.invoice_date, expires_at: item.expires_at, total: item.total, open: item.open },
    ...{ principal: claim.principal, interest: claim.interest, earlier: owed.costs, earlierInterest: owed.interest },
    charged: item.waived || askedUntil(facts, today).costs > 0,
  }
}

const sumOf = (items: readonly LetterItem[], of: 'principal' | 'interest' | 'earlier'): number =>
  items.reduce((sum, item) => sum + item[of], 0)

/** What a customer owes of items with interest and the costs that letters asked, as it is handed over. */
export const claimed = (items: readonly LetterItem[]): number =>
  sumOf(items, 'principal') + sumOf(items, 'interest') + sumOf(items, 'earlier')

/** The items of which a letter asks costs: they are asked once, by the fourteen-day letter or by this one. */
export const isCharged = (step: Step, { charged }: Pick<LetterItem, 'charged'>): boolean =>
  step !== 'reminder' && !charged

/** A letter about these items of one customer; principals are summed, and the costs are those of that sum. */
export function letterAbout(step: Step, items: LetterItem[], { today, days, costsVat }: Terms): PlannedLetter {
  const principal = sumOf(items, 'principal')
  const costs = collectionCosts(sumOf(items.filter((item) => isCharged(step, item)), 'principal')) // prettier-ignore
  const vat = costsVat === null ? 0 : vatOver(costs, costsVat)
  const asked = step === 'final'
  const interest = asked ? sumOf(items, 'interest') : 0
  const earlier = sumOf(items, 'earlier')
  return {
    ...{ step, items, principal, interest, earlier, costs, costsVat: vat },
    total: principal + interest + earlier + (asked ? costs + vat : 0),
    answerBy: addDays(today, step === 'notice' ? days.notice_days : step === 'final' ? days.collection_days : days.next_days), // prettier-ignore
  }
}

/** What keeps a customer from getting any letter. */
function obstacleOf(payer: Payer, items: readonly OpenItem[]): Pick<LeftOut, 'why' | 'repair'> | null {
  const { block, company_id, contact_id } = payer
  const popup = company_id === null ? `/contact/view/${contact_id}` : `/company/view/${company_id}`
  if (block) {
    const until = block.until === null ? '' : ` tot en met ${formatDate(block.until)}`
    return { why: `krijgt geen brieven${until}: ${BLOCKED[block.reason]}`, repair: { label: 'Blokkade bekijken', href: `/administration/reminders/block/${payer.key}` } } // prettier-ignore
  }
  const credit = items.reduce((sum, { open }) => sum + Math.min(open, 0), 0)
  if (credit < 0)
    return {
      why: `heeft nog ${formatMoney(-credit)} tegoed`,
      repair: { label: 'Overzicht bekijken', href: `/administration/statement/${payer.key}` },
    }
  if (EMAIL_PATTERN.test(payer.email)) return null
  return {
    why: payer.email === '' ? 'heeft geen e-mailadres' : `heeft geen geldig e-mailadres: ${payer.email}`,
    repair: { label: 'E-mailadres invullen', href: popup.replace('/view/', '/edit/') },
  }
}

interface Judged {
  due: Map<Step, LetterItem[]>
  leftOut: { item: OpenItem; why: string }[]
  waiting: { item: OpenItem; why: string }[]
  handedOver: { item: OpenItem; why: string }[]
}

/** What comes of an item later, and when. */
const later = ({ step, from }: { step: Step; from: string }): string =>
  `${step === 'collection' ? 'over te dragen' : STEP_NAMES[step].toLowerCase()} vanaf ${formatDate(from)}`

/** What would keep a customer from the next step of an item on its day, as it is now. */
function obstacleThen(payer: Payer, items: readonly OpenItem[], { step, from }: { step: Step; from: string }) {
  const { block } = payer
  const lasts = block !== null && (block.until === null || block.until >= from)
  // What is handed over needs no address, and is handed over whatever they have to get back.
  if (step === 'collection' && !lasts) return null
  return obstacleOf(lasts ? payer : { ...payer, block: null }, items)
}

function judge(payer: Payer, items: readonly OpenItem[], terms: Terms): Judged {
  const judged: Judged = { due: new Map(), leftOut: [], waiting: [], handedOver: [] }
  const consumer = isConsumer(payer)
  const rates = terms.rates[consumer ? 'consumer' : 'commercial']
  for (const item of items) {
    if (item.open <= 0) continue
    const { sent, held } = standingOf(item)
    const next = nextStep(item.expires_at, sent, consumer, terms.days, item.waived)
    const kept = item.disputed ? 'betwist deze factuur' : held
    if (next === null) judged.handedOver.push({ item, why: 'overgedragen' })
    else if (!isDue(next, terms.today)) {
      const hindered = kept ?? obstacleThen(payer, items, next)?.why
      judged.waiting.push({ item, why: hindered ? `${later(next)}, maar de klant ${hindered}` : later(next) })
    } else if (kept !== null) judged.leftOut.push({ item, why: kept })
    else {
      const told = itemOf(item, rates, terms.today)
      judged.due.set(next.step, [...(judged.due.get(next.step) ?? []), told])
    }
  }
  return judged
}

/** Items of a customer by what is said of them. */
const byWhy = (payer: Payer, told: Judged['leftOut']): Waiting[] =>
  [...Map.groupBy(told, ({ why }) => why)].map(([why, some]) => ({
    ...{ payer, why, numbers: some.map(({ item }) => item.number) },
    open: some.reduce((sum, { item }) => sum + item.open, 0),
  }))

const leftOutFor = (
  payer: Payer,
  obstacle: Pick<LeftOut, 'why' | 'repair'>,
  items: readonly LetterItem[],
): LeftOut => ({
  ...{ payer, ...obstacle },
  numbers: items.map(({ number }) => number),
  open: items.reduce((sum, { open }) => sum + open, 0),
})

/** The letters of a day, customer by customer, and who is left out. */
export function planOfDay(
  items: readonly OpenItem[],
  payers: ReadonlyMap<string, Payer>,
  keyOf: (item: OpenItem) => string,
  terms: Terms,
): ReminderPlan {
  const plan: ReminderPlan = { customers: [], leftOut: [], toCollect: [], waiting: [], handedOver: [] }
  for (const [key, own] of Map.groupBy(items, keyOf)) {
    const payer = payers.get(key)
    if (!payer) continue
    const { due, leftOut, waiting, handedOver } = judge(payer, own, terms)
    plan.waiting.push(...byWhy(payer, waiting))
    plan.handedOver.push(...byWhy(payer, handedOver))
    plan.leftOut.push(...byWhy(payer, leftOut).map((one) => ({ ...one, repair: null })))
    const collect = due.get('collection')
    if (collect && payer.block === null) plan.toCollect.push({ payer, items: collect })
    else if (collect) plan.leftOut.push(leftOutFor(payer, obstacleOf(payer, own)!, collect))
    const letters = STEPS.filter((step) => step !== 'collection' && due.has(step)).map((step) =>
      letterAbout(step, due.get(step)!, terms),
    )
    if (letters.length === 0) continue
    const obstacle = obstacleOf(payer, own)
    if (obstacle === null) plan.customers.push(shownAs(payer, letters))
    else
      plan.leftOut.push(
        leftOutFor(
          payer,
          obstacle,
          letters.flatMap(({ items: told }) => told),
        ),
      )
  }
  const byName = (a: { payer: Payer }, b: { payer: Payer }) => a.payer.name.localeCompare(b.payer.name, 'nl')
  plan.customers.sort(byName)
  plan.leftOut.sort(byName)
  plan.waiting.sort(byName)
  plan.handedOver.sort(byName)
  plan.toCollect.sort(byName)
  return plan
}

const shownAs = (payer: Payer, letters: PlannedLetter[]): PlannedCustomer => ({
  payer,
  letters,
  shown: planKey({ to: payer.email, letters }),
})
