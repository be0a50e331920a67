import { formatDate } from '../../../platform/format/format.ts'
import { BASES, periodText, type ScheduleBasis } from '../../catalogue/device-categories/index.ts'
import { monthText, productionText } from './devices.rules.ts'

interface Facts {
  basis: string
  norm: string | null
  name: string
  first_after: number
  repeat_after: number | null
  hard: boolean
  last_on: string | null
  covered_until: string | null
  next_on: string | null
  produced_on: string | null
  production_year: number | null
  production_month: number | null
  installed_on: string | null
  buy_date: string | null
}

interface WhyStep {
  head: string
  text: string
}

/** From which day it counts, and what that day is; the same order as the database has. */
function baseOf(facts: Facts): { day: string; text: string } | null {
  const produced = facts.produced_on && {
    day: facts.produced_on,
    text: `Geproduceerd in ${productionText(facts.production_year, facts.production_month)}${facts.production_month === null ? '; een jaar alleen telt vanaf 1 januari' : ''}.`,
  }
  const installed = facts.installed_on && { day: facts.installed_on, text: 'Geplaatst.' }
  const bought = facts.buy_date && { day: facts.buy_date, text: 'Aangekocht.' }
  const order = facts.basis === 'production' ? [produced, installed, bought] : [installed, bought, produced]
  return order.find((one) => one) || null
}

/** 'Waarom deze datum?', step by step. */
export function whySteps(facts: Facts): WhyStep[] {
  const base = baseOf(facts)
  const rule = [facts.name, facts.norm].filter(Boolean).join(', ')
  const countsFrom = `Telt vanaf ${BASES[facts.basis as ScheduleBasis].toLowerCase()}.`
  const steps: WhyStep[] = []
  if (facts.basis === 'last' && facts.last_on !== null)
    steps.push({ head: formatDate(facts.last_on), text: 'De laatste keer dat het is gedaan.' })
  else if (base !== null) steps.push({ head: formatDate(base.day), text: base.text })
  else return [{ head: 'Geen datum', text: `${rule}: ${countsFrom} Vul het productiejaar of de aankoopdatum in.` }]
  const again = facts.repeat_after === null ? '' : `, daarna elke ${periodText(facts.repeat_after)}`
  steps.push({
    head: rule,
    text:
      facts.basis === 'last' && facts.last_on !== null && facts.repeat_after !== null
        ? `Elke ${periodText(facts.repeat_after)}. ${countsFrom}`
        : `De eerste keer na ${periodText(facts.first_after)}${again}. ${countsFrom}`,
  })
  if (facts.basis !== 'last' && facts.covered_until !== null)
    steps.push({ head: formatDate(facts.covered_until), text: 'Wat tot en met deze dag aan de beurt was is gedaan.' })
  steps.push(
    facts.next_on === null
      ? { head: 'Niet meer', text: 'Het gebeurt één keer en is gedaan, of dit apparaat is niet in gebruik.' }
      : {
          head: formatDate(facts.next_on),
          text: `Daarom in ${monthText(facts.next_on)}${facts.hard ? ', en nooit later' : ''}.`,
        },
  )
  return steps
}
